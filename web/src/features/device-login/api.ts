import { deviceLoginRoutes } from '@casement/proto/http/auth/device-logins.routes.js';
import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';

const body = (user_code: string) => ({ body: { user_code } });

export const useFindDeviceLogin = () =>
  useMutation({
    mutationFn: (code: string) => call(deviceLoginRoutes.findDeviceLogin, body(code)),
  });

export const useApproveDeviceLogin = () =>
  useMutation({
    mutationFn: (code: string) => call(deviceLoginRoutes.approveDeviceLogin, body(code)),
  });

export const useDenyDeviceLogin = () =>
  useMutation({
    mutationFn: (code: string) => call(deviceLoginRoutes.denyDeviceLogin, body(code)),
  });
