import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '@/config/paths.js';
import { useLanguage } from '@/messages/i18n.js';
import { useTrackHistory } from '@/lib/navigation/history-state.js';
import { clearRedirect } from '@/lib/session/session.js';
import { RequireSession, VisitorsOnly } from './guards.js';
import { screens } from './screens.js';

const Landing = screens[paths.landing];
const Login = screens[paths.login];
const Register = screens[paths.register];
const ForgotPassword = screens[paths.forgotPassword];
const ResetPassword = screens[paths.resetPassword];
const VerifyEmail = screens[paths.verifyEmail];
const Dashboard = screens[paths.dashboard];
const Admin = screens[paths.admin];

/** The route table (SPEC §2). The previous screen stays until the code of the next one has loaded. */
export function AppRoutes() {
  const { pathname } = useTrackHistory();
  useLanguage();
  useEffect(clearRedirect, [pathname]);
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.landing} element={<Landing />} />
        <Route path={paths.verifyEmail} element={<VerifyEmail />} />
        <Route element={<VisitorsOnly />}>
          <Route path={paths.login} element={<Login />} />
          <Route path={paths.register} element={<Register />} />
          <Route path={paths.forgotPassword} element={<ForgotPassword />} />
          <Route path={paths.resetPassword} element={<ResetPassword />} />
        </Route>
        <Route element={<RequireSession />}>
          <Route path={paths.dashboard} element={<Dashboard />} />
          <Route path={paths.admin} element={<Admin />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Routes>
    </Suspense>
  );
}
