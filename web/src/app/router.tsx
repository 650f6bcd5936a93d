import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../config/paths.js';
import { useLanguage } from '../lib/messages.js';
import { arrive } from '../lib/session.js';
import { RequireSession, VisitorsOnly } from './guards.js';
import { screens } from './screens.js';

const Landing = lazy(screens[paths.landing]);
const Login = lazy(screens[paths.login]);
const Register = lazy(screens[paths.register]);
const ForgotPassword = lazy(screens[paths.forgotPassword]);
const ResetPassword = lazy(screens[paths.resetPassword]);
const VerifyEmail = lazy(screens[paths.verifyEmail]);
const Dashboard = lazy(screens[paths.dashboard]);
const Admin = lazy(screens[paths.admin]);

/** The route table (SPEC §2). Until a screen's code is there, the one before it stays. */
export function AppRoutes() {
  const { pathname } = useLocation();
  useLanguage();
  useEffect(arrive, [pathname]);
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
