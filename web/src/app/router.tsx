import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../config/paths.js';
import { RequireSession, VisitorsOnly } from './guards.js';
import { screens } from './screens.js';

const Landing = lazy(screens[paths.landing]);
const Login = lazy(screens[paths.login]);
const Register = lazy(screens[paths.register]);
const VerifyEmail = lazy(screens[paths.verifyEmail]);
const Dashboard = lazy(screens[paths.dashboard]);

/** The route table (SPEC §2). Until a screen's code is there, the one before it stays. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.landing} element={<Landing />} />
        <Route path={paths.verifyEmail} element={<VerifyEmail />} />
        <Route element={<VisitorsOnly />}>
          <Route path={paths.login} element={<Login />} />
          <Route path={paths.register} element={<Register />} />
        </Route>
        <Route element={<RequireSession />}>
          <Route path={paths.dashboard} element={<Dashboard />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.landing} replace />} />
      </Routes>
    </Suspense>
  );
}
