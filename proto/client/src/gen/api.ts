// Generated from the API document by `make gen`; never edited.
/* eslint-disable */

export interface paths {
    "/api/admin/desktops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin desktops: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-desktops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin installs: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-install-data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-data/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install logs: details
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-data-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-data/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install logs: any log
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-data-id-log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-monitoring/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install monitoring: failures
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-monitoring-failures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-monitoring/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install monitoring: history
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-monitoring-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-monitoring/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install monitoring: hours
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-monitoring-hours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-monitoring/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install monitoring: outcomes
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-monitoring-outcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-monitoring/progress/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install monitoring: progress
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-monitoring-progress-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/install-monitoring/realtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install monitoring: realtime
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-install-monitoring-realtime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/linux-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Linux versions: list
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-linux-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payment methods: list all
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-payment-methods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin products: list
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-products"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin receipts: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-receipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/receipts/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin receipts: archive
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-receipts-archive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/receipts/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin receipts: get settings
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-receipts-settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/topups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin topups: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-topups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/topups/money": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Money: report
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-topups-money"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/topups/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin topups: series
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-topups-revenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/topups/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin topups: reviews
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-topups-review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin users: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin users: get
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-users-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ledger: update quota
         * @description Administrators. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `admin:quota`, without that confirmation.
         */
        post: operations["post-api-admin-users-id-quota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/quota/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ledger: of user
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-users-id-quota-ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin vouchers: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-vouchers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/vouchers/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin vouchers: uses
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-admin-vouchers-id-uses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin images: list
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-windows-images"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin images: files
         * @description Administrators. API keys with `admin:images`.
         */
        get: operations["get-api-admin-windows-images-files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admin images: import
         * @description Administrators. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `admin:images`, without that confirmation.
         */
        post: operations["post-api-admin-windows-images-import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin images: job
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-windows-images-imports-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admin images: cancel
         * @description Administrators. API keys with `admin:images`.
         */
        post: operations["post-api-admin-windows-images-imports-id-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/{id}/certification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin images: certification
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-windows-images-id-certification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/{id}/replicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admin images: replicate
         * @description Administrators. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `admin:images`.
         */
        post: operations["post-api-admin-windows-images-id-replicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-images/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Admin images: verify
         * @description Administrators. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `admin:images`.
         */
        post: operations["post-api-admin-windows-images-id-verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/windows-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Admin windows versions: list
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-admin-windows-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device-logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Device logins: begin
         * @description Any caller.
         */
        post: operations["post-api-auth-device-logins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device-logins/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Device logins: exchange
         * @description Any caller.
         */
        post: operations["post-api-auth-device-logins-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts: list
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-security-alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/alerts/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dashboard: stats
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-security-alerts-stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Audit: list
         * @description Administrators. Beyond the first 15 rows: Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `admin:read`, without that confirmation.
         */
        get: operations["get-api-security-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/block-ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blocks: block
         * @description Administrators. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `admin:blocks`, without that confirmation.
         */
        post: operations["post-api-security-block-ip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/blocked-ips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Blocks: list
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-security-blocked-ips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dashboard: dashboard
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-security-dashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recovery: overview
         * @description Administrators. API keys with `admin:read`.
         */
        get: operations["get-api-security-recovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/unblock-ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blocks: unblock
         * @description Administrators. API keys with `admin:blocks`.
         */
        post: operations["post-api-security-unblock-ip"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security/unblock-ip/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blocks: unblock many
         * @description Administrators. API keys with `admin:blocks`.
         */
        post: operations["post-api-security-unblock-ip-bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Batches: list
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-batches"];
        put?: never;
        /**
         * Batches: create
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Batches: get
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-batches-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: cancel
         * @description Any signed-in user. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: pause
         * @description Any signed-in user. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Batches: results
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-batches-id-results-csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: resume
         * @description Any signed-in user. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: retry
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/rows/{row}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: cancel row
         * @description Any signed-in user. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-rows-row-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/rows/{row}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: retry row
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-rows-row-retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/batches/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Batches: start
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `installs:write`.
         */
        post: operations["post-api-user-batches-id-start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install requests: request
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `installs:write`.
         */
        post: operations["post-api-user-install"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Installs: history
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-install-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Windows options: offer
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-install-options"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vps checks: request
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `installs:write`.
         */
        post: operations["post-api-user-install-check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/check/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Vps checks: get
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-install-check-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Installs: own
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-install-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Installs: cancel
         * @description Any signed-in user. API keys with `installs:write`.
         */
        post: operations["post-api-user-install-id-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live: install
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-install-id-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}/label": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Machines: label
         * @description Any signed-in user. API keys with `installs:write`.
         */
        put: operations["put-api-user-install-id-label"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Install logs: own log
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-install-id-log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}/rdp-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rdp: check password
         * @description Any signed-in user. API keys with `installs:write`.
         */
        post: operations["post-api-user-install-id-rdp-check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/install/{id}/rdp-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rdp: password
         * @description Any signed-in user. API keys with `installs:write`.
         */
        get: operations["get-api-user-install-id-rdp-password"];
        put?: never;
        post?: never;
        /**
         * Rdp: erase password
         * @description Any signed-in user. API keys with `installs:write`.
         */
        delete: operations["delete-api-user-install-id-rdp-password"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/linux-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Linux versions: offered
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-linux-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/machines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Machines: list
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-machines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/payment-methods/enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payment methods: list enabled
         * @description Any signed-in user. API keys with `topups:read`.
         */
        get: operations["get-api-user-payment-methods-enabled"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/quota/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ledger: own
         * @description Any signed-in user. API keys with `quota:read`.
         */
        get: operations["get-api-user-quota-ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/receipts/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipts: archive
         * @description Any signed-in user. API keys with `topups:read`.
         */
        get: operations["get-api-user-receipts-archive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/receipts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipts: own
         * @description Any signed-in user. API keys with `topups:read`.
         */
        get: operations["get-api-user-receipts-number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/receipts/{number}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receipts: pdf
         * @description Any signed-in user. API keys with `topups:read`.
         */
        get: operations["get-api-user-receipts-number-pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scripts: list
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-scripts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Topups: create
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `topups:write`.
         */
        post: operations["post-api-user-topup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup/bpay/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bpay: prepare
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `topups:write`.
         */
        post: operations["post-api-user-topup-bpay-prepare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup/bpay/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bpay: verify
         * @description Any signed-in user. API keys with `topups:write`.
         */
        post: operations["post-api-user-topup-bpay-verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Topups: calculate
         * @description Any signed-in user. API keys with `topups:read`.
         */
        post: operations["post-api-user-topup-calculate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topups: history
         * @description Any signed-in user. API keys with `topups:read`.
         */
        get: operations["get-api-user-topup-history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/topup/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topups: own
         * @description Any signed-in user. API keys with `topups:read`.
         */
        get: operations["get-api-user-topup-reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/vouchers/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vouchers: redeem
         * @description Any signed-in user. With an `Idempotency-Key` the call takes effect once in 24 hours. A repeat gets the first response with `Idempotent-Replayed: true`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `topups:write`.
         */
        post: operations["post-api-user-vouchers-redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhook-listener/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook listeners: listen
         * @description Any signed-in user. API keys with `webhooks`.
         */
        get: operations["get-api-user-webhook-listener-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks: list
         * @description Any signed-in user. API keys with `webhooks`.
         */
        get: operations["get-api-user-webhooks"];
        put?: never;
        /**
         * Webhooks: create
         * @description Any signed-in user. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. With an `Idempotency-Key` the call takes effect once in 24 hours. The response contains a secret and is not stored, so a repeat gets 409 IDEMPOTENCY_ANSWER_NOT_KEPT with the `id` of the created object in `details`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `webhooks`, without that confirmation.
         */
        post: operations["post-api-user-webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhooks: get
         * @description Any signed-in user. API keys with `webhooks`.
         */
        get: operations["get-api-user-webhooks-id"];
        /**
         * Webhooks: update
         * @description Any signed-in user. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `webhooks`, without that confirmation.
         */
        put: operations["put-api-user-webhooks-id"];
        post?: never;
        /**
         * Webhooks: delete
         * @description Any signed-in user. API keys with `webhooks`.
         */
        delete: operations["delete-api-user-webhooks-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook deliveries: list
         * @description Any signed-in user. API keys with `webhooks`.
         */
        get: operations["get-api-user-webhooks-id-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook deliveries: get
         * @description Any signed-in user. API keys with `webhooks`.
         */
        get: operations["get-api-user-webhooks-id-deliveries-delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook deliveries: replay
         * @description Any signed-in user. API keys with `webhooks`.
         */
        post: operations["post-api-user-webhooks-id-deliveries-delivery-replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhooks: pause
         * @description Any signed-in user. API keys with `webhooks`.
         */
        post: operations["post-api-user-webhooks-id-pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhooks: resume
         * @description Any signed-in user. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. API keys with `webhooks`, without that confirmation.
         */
        post: operations["post-api-user-webhooks-id-resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhooks: rotate
         * @description Any signed-in user. Requires a password or code entered in the last five minutes (`POST /auth/step-up`). Otherwise 403 STEP_UP_REQUIRED. With an `Idempotency-Key` the call takes effect once in 24 hours. The response contains a secret and is not stored, so a repeat gets 409 IDEMPOTENCY_ANSWER_NOT_KEPT with the `id` of the created object in `details`. While the first call is in progress, a repeat gets 409 IDEMPOTENCY_IN_PROGRESS with `Retry-After`. A different body with the same key gets 422 IDEMPOTENCY_KEY_REUSED. API keys with `webhooks`, without that confirmation.
         */
        post: operations["post-api-user-webhooks-id-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook deliveries: test
         * @description Any signed-in user. API keys with `webhooks`.
         */
        post: operations["post-api-user-webhooks-id-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/windows-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Windows versions: list
         * @description Any signed-in user. API keys with `installs:read`.
         */
        get: operations["get-api-user-windows-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Failure: {
            /** @enum {boolean} */
            success: false;
            /** @description Message for the user. */
            message: string;
            /** @description Machine-readable code. Stable. */
            code: string;
            /** @description Appears in the logs of every service that handled the request. */
            correlationId: string;
            /** @description Present for invalid requests: each field and its problem. */
            details?: {
                path: string;
                message: string;
                /** @description Code of the validation rule. Stable. */
                code?: string;
            }[];
        };
        /** @description The correlation id of this answer is its header X-Request-Id. */
        GatewayError: {
            /** @enum {boolean} */
            success: false;
            message: string;
            /** @enum {string} */
            code: "GATEWAY_ERROR";
        };
        /** @description The correlation id of this answer is its header X-Request-Id. */
        UnknownPath: {
            /** @enum {boolean} */
            success: false;
            message: string;
            /** @enum {string} */
            code: "NOT_FOUND";
        };
    };
    responses: {
        /** @description The request is not valid; by the gateway: it is not HTTP. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description There is no such thing; by the gateway: there is no such path, or it is no UTF-8. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["UnknownPath"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The body has no Content-Length, e.g. because it is sent in chunks. */
        LengthRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The address is longer than 8 KiB. */
        UriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description Too many calls from this address; by a service: too many of this kind. */
        TooManyRequests: {
            headers: {
                /** @description Seconds until a call is accepted again. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The request has more than 100 headers. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The service cannot be reached, or its own dependency failed. */
        BadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The service, or what it needs, is not available. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description The service, or what it needs, did not answer in time. */
        GatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"] | components["schemas"]["GatewayError"];
                "text/html": string;
                "text/plain": string;
                "application/xml": string;
            };
        };
        /** @description Error */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "get-api-admin-desktops": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                status?: "all" | "open" | "ended";
                search?: string;
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            install_id: string;
                            ip: string;
                            port: number;
                            client_address: string;
                            /** Format: date-time */
                            opened_at: string;
                            /** Format: date-time */
                            reported_at: string;
                            /** @enum {string|null} */
                            ending: "closed" | "windows_closed" | "unreachable" | "certificate_changed" | "no_nla" | "protocol" | "too_slow" | "byte_limit" | "ended_by_administrator" | "ended_by_owner" | "relay_stopped" | "lost" | "idle" | "switched_off" | null;
                            bytes_to_windows: number;
                            bytes_to_browser: number;
                            /** Format: date-time */
                            ended_at: string | null;
                            /** @enum {string|null} */
                            end: "closed" | "windows_closed" | "unreachable" | "certificate_changed" | "no_nla" | "protocol" | "too_slow" | "byte_limit" | "ended_by_administrator" | "ended_by_owner" | "relay_stopped" | "lost" | "idle" | "switched_off" | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-data": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                sort?: "created_at" | "status";
                order?: "desc" | "asc";
                search?: string;
                status?: "all" | "active" | "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            ip: string;
                            label?: string | null;
                            /** @enum {string} */
                            kind?: "windows" | "linux";
                            price?: number;
                            win_ver: string;
                            win_name: string | null;
                            /** @enum {string|null} */
                            passwd_rdp: null;
                            /** Format: date-time */
                            passwd_rdp_until?: string | null;
                            rdp_port?: number;
                            rdp?: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                            ssh?: {
                                user: string;
                                port: number;
                                host_key: string;
                                /** @enum {string|null} */
                                proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                /** Format: date-time */
                                proven_at: string | null;
                            } | null;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                committed: boolean;
                                percent: number | null;
                                bytes_done: number | null;
                                bytes_total: number | null;
                                rate: number | null;
                                eta_seconds: number | null;
                                /** Format: date-time */
                                reported_at: string | null;
                            };
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            restored?: {
                                linux: boolean;
                                clean: boolean;
                                left: string[];
                            } | null;
                            guard?: {
                                limit: number;
                                /** Format: date-time */
                                silent_since: string | null;
                                recovery: {
                                    /** Format: date-time */
                                    since: string;
                                    /** Format: date-time */
                                    reported_at: string;
                                    starts: number | null;
                                    written_since: boolean | null;
                                    disk_bus: string | null;
                                    cpu_missing: string[];
                                    stop_code: string | null;
                                    setup_state: string | null;
                                    io_errors: number;
                                    bitlocker: boolean;
                                    second_chance?: string[];
                                    answering?: boolean;
                                    install_again?: boolean;
                                    start_windows?: boolean;
                                    reset_password?: boolean;
                                    return_to_linux?: {
                                        price: number;
                                    } | null;
                                } | null;
                                /** @enum {string|null} */
                                kept?: "preparing" | "kept" | "removing" | "removed" | null;
                            } | null;
                            /** @enum {string} */
                            quota: "held" | "spent" | "returned";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-data-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            install: {
                                id: string;
                                user_id: string;
                                username: string | null;
                                ip: string;
                                label?: string | null;
                                /** @enum {string} */
                                kind?: "windows" | "linux";
                                price?: number;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string|null} */
                                passwd_rdp: null;
                                /** Format: date-time */
                                passwd_rdp_until?: string | null;
                                rdp_port?: number;
                                rdp?: {
                                    account: string;
                                    port: number;
                                    /** @enum {string} */
                                    proof: "password_accepted" | "handshake";
                                    /** Format: date-time */
                                    proven_at: string;
                                    certificate_sha256: string | null;
                                    desktop?: boolean;
                                } | null;
                                ssh?: {
                                    user: string;
                                    port: number;
                                    host_key: string;
                                    /** @enum {string|null} */
                                    proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                    /** Format: date-time */
                                    proven_at: string | null;
                                } | null;
                                /** @enum {string} */
                                status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                                progress: {
                                    /** @enum {string|null} */
                                    phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                    committed: boolean;
                                    percent: number | null;
                                    bytes_done: number | null;
                                    bytes_total: number | null;
                                    rate: number | null;
                                    eta_seconds: number | null;
                                    /** Format: date-time */
                                    reported_at: string | null;
                                };
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                restored?: {
                                    linux: boolean;
                                    clean: boolean;
                                    left: string[];
                                } | null;
                                guard?: {
                                    limit: number;
                                    /** Format: date-time */
                                    silent_since: string | null;
                                    recovery: {
                                        /** Format: date-time */
                                        since: string;
                                        /** Format: date-time */
                                        reported_at: string;
                                        starts: number | null;
                                        written_since: boolean | null;
                                        disk_bus: string | null;
                                        cpu_missing: string[];
                                        stop_code: string | null;
                                        setup_state: string | null;
                                        io_errors: number;
                                        bitlocker: boolean;
                                        second_chance?: string[];
                                        answering?: boolean;
                                        install_again?: boolean;
                                        start_windows?: boolean;
                                        reset_password?: boolean;
                                        return_to_linux?: {
                                            price: number;
                                        } | null;
                                    } | null;
                                    /** @enum {string|null} */
                                    kept?: "preparing" | "kept" | "removing" | "removed" | null;
                                } | null;
                                /** @enum {string} */
                                quota: "held" | "spent" | "returned";
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                            };
                            recovery?: {
                                /** @enum {string} */
                                start_windows: "possible" | "ordered" | "impossible";
                                release: boolean;
                            } | null;
                            os_name: string | null;
                            ssh_port: number | null;
                            ssh_user: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            failure_detail: string | null;
                            checks: {
                                name: string;
                                /** @enum {string} */
                                result: "ok" | "refused";
                                found: string;
                                message: string | null;
                            }[];
                            steps: {
                                name: string;
                                worker: string;
                                /** Format: date-time */
                                started_at: string;
                                /** Format: date-time */
                                finished_at: string | null;
                                outcome: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-data-id-log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-monitoring-failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            code: {
                                name: string;
                                failed: number;
                                ended: number;
                            }[];
                            provider: {
                                name: string;
                                failed: number;
                                ended: number;
                            }[];
                            version: {
                                name: string;
                                failed: number;
                                ended: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-monitoring-history": {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            date: string;
                            counts: {
                                [key: string]: number;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-monitoring-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            /** Format: date-time */
                            at: string;
                            started: number;
                            completed: number;
                            failed: number;
                            stopped: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-monitoring-outcomes": {
        parameters: {
            query?: {
                unit?: "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            /** @enum {string} */
                            unit: "day" | "week" | "month";
                            current: {
                                start: string;
                                completed: number;
                                failed: number;
                            }[];
                            previous: {
                                start: string;
                                completed: number;
                                failed: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-monitoring-progress-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: number;
                            live_percent: number | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-install-monitoring-realtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            installations: {
                                id: string;
                                user_id: string;
                                username: string | null;
                                ip: string;
                                label?: string | null;
                                /** @enum {string} */
                                kind?: "windows" | "linux";
                                price?: number;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string|null} */
                                passwd_rdp: null;
                                /** Format: date-time */
                                passwd_rdp_until?: string | null;
                                rdp_port?: number;
                                rdp?: {
                                    account: string;
                                    port: number;
                                    /** @enum {string} */
                                    proof: "password_accepted" | "handshake";
                                    /** Format: date-time */
                                    proven_at: string;
                                    certificate_sha256: string | null;
                                    desktop?: boolean;
                                } | null;
                                ssh?: {
                                    user: string;
                                    port: number;
                                    host_key: string;
                                    /** @enum {string|null} */
                                    proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                    /** Format: date-time */
                                    proven_at: string | null;
                                } | null;
                                /** @enum {string} */
                                status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                                progress: {
                                    /** @enum {string|null} */
                                    phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                    committed: boolean;
                                    percent: number | null;
                                    bytes_done: number | null;
                                    bytes_total: number | null;
                                    rate: number | null;
                                    eta_seconds: number | null;
                                    /** Format: date-time */
                                    reported_at: string | null;
                                };
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                restored?: {
                                    linux: boolean;
                                    clean: boolean;
                                    left: string[];
                                } | null;
                                guard?: {
                                    limit: number;
                                    /** Format: date-time */
                                    silent_since: string | null;
                                    recovery: {
                                        /** Format: date-time */
                                        since: string;
                                        /** Format: date-time */
                                        reported_at: string;
                                        starts: number | null;
                                        written_since: boolean | null;
                                        disk_bus: string | null;
                                        cpu_missing: string[];
                                        stop_code: string | null;
                                        setup_state: string | null;
                                        io_errors: number;
                                        bitlocker: boolean;
                                        second_chance?: string[];
                                        answering?: boolean;
                                        install_again?: boolean;
                                        start_windows?: boolean;
                                        reset_password?: boolean;
                                        return_to_linux?: {
                                            price: number;
                                        } | null;
                                    } | null;
                                    /** @enum {string|null} */
                                    kept?: "preparing" | "kept" | "removing" | "removed" | null;
                                } | null;
                                /** @enum {string} */
                                quota: "held" | "spent" | "returned";
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            recentActivity: {
                                id: string;
                                user_id: string;
                                username: string | null;
                                ip: string;
                                label?: string | null;
                                /** @enum {string} */
                                kind?: "windows" | "linux";
                                price?: number;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string|null} */
                                passwd_rdp: null;
                                /** Format: date-time */
                                passwd_rdp_until?: string | null;
                                rdp_port?: number;
                                rdp?: {
                                    account: string;
                                    port: number;
                                    /** @enum {string} */
                                    proof: "password_accepted" | "handshake";
                                    /** Format: date-time */
                                    proven_at: string;
                                    certificate_sha256: string | null;
                                    desktop?: boolean;
                                } | null;
                                ssh?: {
                                    user: string;
                                    port: number;
                                    host_key: string;
                                    /** @enum {string|null} */
                                    proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                    /** Format: date-time */
                                    proven_at: string | null;
                                } | null;
                                /** @enum {string} */
                                status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                                progress: {
                                    /** @enum {string|null} */
                                    phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                    committed: boolean;
                                    percent: number | null;
                                    bytes_done: number | null;
                                    bytes_total: number | null;
                                    rate: number | null;
                                    eta_seconds: number | null;
                                    /** Format: date-time */
                                    reported_at: string | null;
                                };
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                restored?: {
                                    linux: boolean;
                                    clean: boolean;
                                    left: string[];
                                } | null;
                                guard?: {
                                    limit: number;
                                    /** Format: date-time */
                                    silent_since: string | null;
                                    recovery: {
                                        /** Format: date-time */
                                        since: string;
                                        /** Format: date-time */
                                        reported_at: string;
                                        starts: number | null;
                                        written_since: boolean | null;
                                        disk_bus: string | null;
                                        cpu_missing: string[];
                                        stop_code: string | null;
                                        setup_state: string | null;
                                        io_errors: number;
                                        bitlocker: boolean;
                                        second_chance?: string[];
                                        answering?: boolean;
                                        install_again?: boolean;
                                        start_windows?: boolean;
                                        reset_password?: boolean;
                                        return_to_linux?: {
                                            price: number;
                                        } | null;
                                    } | null;
                                    /** @enum {string|null} */
                                    kept?: "preparing" | "kept" | "removing" | "removed" | null;
                                } | null;
                                /** @enum {string} */
                                quota: "held" | "spent" | "returned";
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                            }[];
                            statistics: {
                                total: number;
                                active: number;
                                completed: number;
                                failed: number;
                                statusBreakdown: {
                                    [key: string]: number;
                                };
                            };
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-linux-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            windows_version_id: string;
                            name: string;
                            slug: string;
                            /** @enum {string} */
                            state: "none" | "ready" | "damaged" | "missing" | "unknown";
                            image: {
                                sha256: string;
                                /** @enum {string} */
                                firmware: "bios" | "uefi";
                                raw_size: number;
                                data_bytes: number;
                                stored_bytes: number;
                                chunks: number;
                                min_disk: number;
                                min_memory: number;
                                handshake_only?: boolean;
                                drivers?: string[] | null;
                                processor?: string[] | null;
                                virtio_win?: string | null;
                                languages?: string[] | null;
                            } | null;
                            /** Format: date-time */
                            imported_at: string | null;
                            /** Format: date-time */
                            verified_at: string | null;
                            certification?: {
                                /** @enum {string} */
                                verdict: "certified" | "failed";
                                /** Format: date-time */
                                finished_at: string;
                                code: string | null;
                                message: string | null;
                            } | null;
                            active_installs: number;
                            job: {
                                id: string;
                                /** @enum {string} */
                                kind: "import" | "verify" | "build" | "replicate";
                                windows_version_id: string;
                                /** @enum {string} */
                                status: "queued" | "running" | "done" | "failed" | "cancelled";
                                /** @enum {string|null} */
                                step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                                source: string | null;
                                percent: number | null;
                                bytes_done: number;
                                bytes_total: number | null;
                                rate: number | null;
                                log: string[];
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                finished_at: string | null;
                            } | null;
                            copies?: {
                                origin: string;
                                /** Format: date-time */
                                verified_at: string | null;
                            }[];
                            enabled: boolean;
                            firmware: ("bios" | "uefi")[];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            code: string;
                            name: string;
                            type: string;
                            icon_url: string | null;
                            fee_flat: number;
                            fee_percent: number;
                            minimum_fee: number | null;
                            maximum_fee: number | null;
                            minimum_amount: number | null;
                            maximum_amount: number | null;
                            is_enabled: boolean;
                            provider: string;
                            fee_editable: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            name: string;
                            description: string | null;
                            price: number;
                            image_url: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-receipts": {
        parameters: {
            query: {
                page?: number;
                pageSize?: number;
                after?: string;
                month: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            number: string;
                            /** @enum {string} */
                            kind: "receipt" | "credit_note";
                            corrects: string | null;
                            /** Format: date-time */
                            issued_at: string;
                            seller: {
                                name: string;
                                address: string & (string);
                                tax_id: string;
                            };
                            buyer: {
                                name: string;
                                address: string & (string);
                                tax_id: string;
                            } | null;
                            product_name: string;
                            quantity: number;
                            unit_price: number;
                            total_amount: number;
                            discount_percentage: number;
                            discount_amount: number;
                            final_amount: number;
                            fee_amount: number;
                            paid_amount: number;
                            /** @enum {string} */
                            currency: "IDR";
                            paid_usdt: string | null;
                            payment_name: string;
                            reference: string;
                            /** Format: date-time */
                            paid_at: string;
                            tax: {
                                label: string;
                                rate: number;
                                base_factor: string;
                                base_amount: number;
                                amount: number;
                            } | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-receipts-archive": {
        parameters: {
            query: {
                language?: "en" | "id";
                month: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-receipts-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            receipt_prefix: string;
                            credit_note_prefix: string;
                            seller_name: string;
                            seller_address: string & (string);
                            seller_tax_id: string;
                            tax_label: string | null;
                            tax_rate: number | null;
                            tax_base_factor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-topups": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                search?: string;
                status?: "all" | "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                user?: string;
                method?: string;
                from?: string & (string);
                to?: string & (string);
                min?: number;
                max?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            reference: string | null;
                            merchant_ref: string;
                            /** @enum {string} */
                            status: "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                            quantity: number;
                            final_amount: number;
                            total_amount: number;
                            fee_amount: number | null;
                            payable_amount: number | null;
                            discount_amount: number;
                            discount_percentage: number;
                            voucher_code?: string | null;
                            payment_method: string;
                            payment_name: string;
                            checkout_url: string | null;
                            payment_url: string | null;
                            qr_url: string | null;
                            qr_string?: string | null;
                            pay_code: string | null;
                            encoded_amount: number | null;
                            bpay_encoded_amount: number | null;
                            expired_time: number | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            paid_at: string | null;
                            /** Format: date-time */
                            refunded_at?: string | null;
                            refunded_quantity?: number | null;
                            refund_pending?: boolean;
                            receipt_number?: string | null;
                            credit_note_number?: string | null;
                            user_id: string;
                            username: string | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-topups-money": {
        parameters: {
            query: {
                month: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            rows: {
                                /** @enum {string} */
                                provider: "tripay" | "midtrans" | "stripe" | "binance";
                                method: string;
                                method_name: string;
                                product: string;
                                payments: number;
                                revenue: number;
                                fees: number;
                                refunds: number;
                                refunded: number;
                            }[];
                            outstanding: {
                                /** @enum {string} */
                                provider: "tripay" | "midtrans" | "stripe" | "binance";
                                method: string;
                                method_name: string;
                                orders: number;
                                amount: number;
                                /** Format: date-time */
                                oldest: string;
                            }[];
                            differences: {
                                id: string;
                                reference: string;
                                /** @enum {string} */
                                provider: "tripay" | "midtrans" | "stripe" | "binance";
                                method: string;
                                method_name: string;
                                amount: number;
                                /** @enum {string} */
                                difference: "unknown_at_provider" | "other_status" | "other_amount";
                                /** Format: date-time */
                                paid_at: string;
                                /** Format: date-time */
                                checked_at: string;
                            }[];
                            days: {
                                day: string;
                                payments: number;
                                confirmed: number;
                                differences: number;
                                unchecked: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-topups-revenue": {
        parameters: {
            query?: {
                unit?: "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            /** @enum {string} */
                            unit: "day" | "week" | "month";
                            current: {
                                start: string;
                                revenue: number;
                                payments: number;
                            }[];
                            previous: {
                                start: string;
                                revenue: number;
                                payments: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-topups-review": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username?: string | null;
                            merchant_ref: string;
                            reference: string | null;
                            /** @enum {string} */
                            status: "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                            quantity: number;
                            final_amount: number;
                            payment_method: string;
                            review: string;
                            reason: string;
                            refund_short: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            flagged_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-users": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                sort?: "created_at" | "username";
                order?: "desc" | "asc";
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            username: string;
                            email: string | null;
                            is_verified: boolean;
                            admin: number;
                            quota: number | null;
                            profile: {
                                first_name: string | null;
                                avatar_url: string | null;
                            };
                            telegram: string | null;
                            telegram_display_name: string | null;
                            telegram_user_id: string | null;
                            telegram_notifications: boolean | null;
                            /** Format: date-time */
                            created_at: string;
                            /** @enum {string|null} */
                            language?: "en" | "id" | null;
                            time_zone?: string;
                            /** Format: date-time */
                            suspended_at?: string | null;
                            suspended_reason?: string | null;
                            note?: string | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-users-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            username: string;
                            email: string | null;
                            is_verified: boolean;
                            admin: number;
                            quota: number | null;
                            profile: {
                                first_name: string | null;
                                avatar_url: string | null;
                            };
                            telegram: string | null;
                            telegram_display_name: string | null;
                            telegram_user_id: string | null;
                            telegram_notifications: boolean | null;
                            /** Format: date-time */
                            created_at: string;
                            /** @enum {string|null} */
                            language?: "en" | "id" | null;
                            time_zone?: string;
                            /** Format: date-time */
                            suspended_at?: string | null;
                            suspended_reason?: string | null;
                            note?: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-admin-users-id-quota": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    /** @enum {string} */
                    operation: "add" | "set";
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            newQuota: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-users-id-quota-ledger": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                format?: "json" | "csv";
                view?: "all" | "summary";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "credit" | "hold" | "release" | "capture" | "adjustment" | "refund";
                            amount: number;
                            balance_after: number;
                            /** @enum {string} */
                            cause: "topup_paid" | "voucher_redeemed" | "payment_refunded" | "refund_not_made" | "install_requested" | "install_resumed" | "install_completed" | "install_failed" | "install_never_started" | "install_not_done" | "added_by_administrator" | "set_by_administrator" | "changed_by_administrator" | "returned";
                            reason: string;
                            note?: string | null;
                            by?: string | null;
                            topup_id: string | null;
                            install_id: string | null;
                            voucher_code?: string | null;
                            topup_reference?: string | null;
                            install_ip?: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-vouchers": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                search?: string;
                status?: "all" | "enabled" | "disabled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            code: string;
                            label: string;
                            percentage: number | null;
                            quota: number | null;
                            max_uses: number | null;
                            max_uses_per_user: number;
                            min_quantity: number;
                            valid_from: string | null;
                            valid_until: string | null;
                            uses: number;
                            enabled: boolean;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-vouchers-id-uses": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            topup: {
                                reference: string;
                                /** @enum {string} */
                                status: "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                                quantity: number;
                                discount_amount: number;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-windows-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            windows_version_id: string;
                            name: string;
                            slug: string;
                            /** @enum {string} */
                            state: "none" | "ready" | "damaged" | "missing" | "unknown";
                            image: {
                                sha256: string;
                                /** @enum {string} */
                                firmware: "bios" | "uefi";
                                raw_size: number;
                                data_bytes: number;
                                stored_bytes: number;
                                chunks: number;
                                min_disk: number;
                                min_memory: number;
                                handshake_only?: boolean;
                                drivers?: string[] | null;
                                processor?: string[] | null;
                                virtio_win?: string | null;
                                languages?: string[] | null;
                            } | null;
                            /** Format: date-time */
                            imported_at: string | null;
                            /** Format: date-time */
                            verified_at: string | null;
                            certification?: {
                                /** @enum {string} */
                                verdict: "certified" | "failed";
                                /** Format: date-time */
                                finished_at: string;
                                code: string | null;
                                message: string | null;
                            } | null;
                            active_installs: number;
                            job: {
                                id: string;
                                /** @enum {string} */
                                kind: "import" | "verify" | "build" | "replicate";
                                windows_version_id: string;
                                /** @enum {string} */
                                status: "queued" | "running" | "done" | "failed" | "cancelled";
                                /** @enum {string|null} */
                                step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                                source: string | null;
                                percent: number | null;
                                bytes_done: number;
                                bytes_total: number | null;
                                rate: number | null;
                                log: string[];
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                finished_at: string | null;
                            } | null;
                            copies?: {
                                origin: string;
                                /** Format: date-time */
                                verified_at: string | null;
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-windows-images-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            name: string;
                            size: number;
                            /** Format: date-time */
                            modified_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-admin-windows-images-import": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    windows_version_id: string;
                    /** @enum {string} */
                    source: "file" | "url" | "upload";
                    location: string;
                    /** @default  */
                    sha256?: string;
                    /** @default  */
                    min_memory_mib?: "" | number;
                    /** @default false */
                    handshake_only?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "import" | "verify" | "build" | "replicate";
                            windows_version_id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed" | "cancelled";
                            /** @enum {string|null} */
                            step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                            source: string | null;
                            percent: number | null;
                            bytes_done: number;
                            bytes_total: number | null;
                            rate: number | null;
                            log: string[];
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-windows-images-imports-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "import" | "verify" | "build" | "replicate";
                            windows_version_id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed" | "cancelled";
                            /** @enum {string|null} */
                            step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                            source: string | null;
                            percent: number | null;
                            bytes_done: number;
                            bytes_total: number | null;
                            rate: number | null;
                            log: string[];
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-admin-windows-images-imports-id-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "import" | "verify" | "build" | "replicate";
                            windows_version_id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed" | "cancelled";
                            /** @enum {string|null} */
                            step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                            source: string | null;
                            percent: number | null;
                            bytes_done: number;
                            bytes_total: number | null;
                            rate: number | null;
                            log: string[];
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-windows-images-id-certification": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            /** @enum {string} */
                            format: "casement-certification/1";
                            manifest_sha256: string;
                            /** @enum {string} */
                            verdict: "certified" | "failed";
                            failure: {
                                code: string;
                                /** @enum {string} */
                                result: "ok" | "warning" | "failed" | "skipped";
                                message: string;
                                cure: string | null;
                            } | null;
                            checks: {
                                code: string;
                                /** @enum {string} */
                                result: "ok" | "warning" | "failed" | "skipped";
                                message: string;
                                cure: string | null;
                            }[];
                            /** Format: date-time */
                            started_at: string;
                            /** Format: date-time */
                            finished_at: string;
                            machine: {
                                /** @enum {string} */
                                accelerator: "kvm" | "emulation";
                                /** @enum {string} */
                                firmware: "bios" | "uefi";
                                disk_size: number;
                                memory_size: number;
                            };
                            image: {
                                raw_size: number;
                                min_disk: number;
                                min_memory: number;
                                languages?: string[];
                            };
                            phases: {
                                name: string;
                                seconds: number;
                            }[];
                            facts: {
                                computer_name: string | null;
                                addresses: string[] | null;
                                disk: {
                                    size: number;
                                    partition_offset: number;
                                    partition_size: number;
                                    volume_size: number;
                                } | null;
                                driverless_devices: {
                                    name: string;
                                    id: string;
                                    pci_class: string;
                                }[] | null;
                                licence: {
                                    channel: string;
                                    status: number | null;
                                } | null;
                                lockout: {
                                    threshold: number;
                                    duration_minutes: number | null;
                                    window_minutes: number | null;
                                    administrator: boolean | null;
                                } | null;
                            } | null;
                            settings?: string[] | null;
                            screenshots: {
                                phase: string;
                                /** Format: date-time */
                                at: string;
                                png: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-admin-windows-images-id-replicate": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    origin: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "import" | "verify" | "build" | "replicate";
                            windows_version_id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed" | "cancelled";
                            /** @enum {string|null} */
                            step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                            source: string | null;
                            percent: number | null;
                            bytes_done: number;
                            bytes_total: number | null;
                            rate: number | null;
                            log: string[];
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-admin-windows-images-id-verify": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "import" | "verify" | "build" | "replicate";
                            windows_version_id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "done" | "failed" | "cancelled";
                            /** @enum {string|null} */
                            step: "copying" | "converting" | "building" | "importing" | "verifying" | null;
                            source: string | null;
                            percent: number | null;
                            bytes_done: number;
                            bytes_total: number | null;
                            rate: number | null;
                            log: string[];
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-admin-windows-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            name: string;
                            slug: string;
                            available: boolean;
                            processor?: string | null;
                            boot_guard?: boolean;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-auth-device-logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("installs:read" | "installs:write" | "topups:read" | "topups:write" | "quota:read" | "webhooks" | "admin:read" | "admin:images" | "admin:quota" | "admin:blocks")[];
                    networks?: string[];
                    /** @default null */
                    expires_in_days?: number | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            device_code: string;
                            user_code: string;
                            verification_uri: string;
                            expires_in: number;
                            interval: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-auth-device-logins-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    device_code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            name: string;
                            ending: string;
                            scopes: ("installs:read" | "installs:write" | "topups:read" | "topups:write" | "quota:read" | "webhooks" | "admin:read" | "admin:images" | "admin:quota" | "admin:blocks")[];
                            networks: string[];
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string | null;
                            /** Format: date-time */
                            last_used_at: string | null;
                            last_used_address: string | null;
                            key: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-security-alerts": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                type?: "all" | "brute_force" | "rate_limit" | "suspicious";
                severity?: "all" | "low" | "medium" | "high";
                ip?: string;
                timeRange?: "all" | "1h" | "24h" | "7d" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            type: "brute_force" | "rate_limit" | "suspicious";
                            /** @enum {string} */
                            severity: "low" | "medium" | "high";
                            ip: string;
                            ip_address: string;
                            ipAddress: string;
                            message: string;
                            rule: string;
                            count: number;
                            /** @enum {string} */
                            outcome: "none" | "blocked" | "simulated";
                            /** Format: date-time */
                            timestamp: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-security-alerts-stats": {
        parameters: {
            query?: {
                timeframe?: "all" | "1h" | "24h" | "7d" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            alerts: {
                                total: number;
                                byType: {
                                    brute_force: number;
                                    rate_limit: number;
                                    suspicious: number;
                                };
                                bySeverity: {
                                    low: number;
                                    medium: number;
                                    high: number;
                                };
                            };
                            security: {
                                blockedIPs: number;
                                totalAlerts: number;
                            };
                            recovery: {
                                totalRecoveries: number;
                                successfulRecoveries: number;
                                failedRecoveries: number;
                                inProgressRecoveries: number;
                                averageRecoveryTime: number;
                            };
                            timeline: {
                                /** Format: date-time */
                                at: string;
                                brute_force: number;
                                rate_limit: number;
                                suspicious: number;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-security-audit": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                action?: string;
                target?: string;
                actor?: string;
                from?: string & (string);
                to?: string & (string);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            actorId: string | null;
                            /** @enum {string|null} */
                            actorRole: "customer" | "administrator" | "visitor" | "system" | null;
                            actorName: string | null;
                            apiKeyId: string | null;
                            action: string;
                            target: string;
                            targetName: string | null;
                            namesKnown?: boolean;
                            before: unknown;
                            after: unknown;
                            ip: string;
                            service: string;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-security-block-ip": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ip: string;
                    duration: number;
                    reason?: string | null;
                    /** @default false */
                    permanent?: boolean;
                    /** @default false */
                    confirm?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            ip: string;
                            ip_address: string;
                            ipAddress: string;
                            /** @enum {string} */
                            block_type: "auto" | "manual" | "temporary";
                            /** @enum {string} */
                            blockType: "auto" | "manual" | "temporary";
                            reason: string;
                            rule: string | null;
                            /** Format: date-time */
                            blocked_at: string;
                            /** Format: date-time */
                            blockedAt: string;
                            /** Format: date-time */
                            expires_at: string | null;
                            /** Format: date-time */
                            expiresAt: string | null;
                            expiresIn: number | null;
                            attempts: number;
                            /** @enum {string} */
                            status: "active" | "expired" | "pending";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-security-blocked-ips": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                ip?: string;
                blockType?: "all" | "auto" | "manual" | "temporary";
                status?: "all" | "active" | "expired" | "pending";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            ip: string;
                            ip_address: string;
                            ipAddress: string;
                            /** @enum {string} */
                            block_type: "auto" | "manual" | "temporary";
                            /** @enum {string} */
                            blockType: "auto" | "manual" | "temporary";
                            reason: string;
                            rule: string | null;
                            /** Format: date-time */
                            blocked_at: string;
                            /** Format: date-time */
                            blockedAt: string;
                            /** Format: date-time */
                            expires_at: string | null;
                            /** Format: date-time */
                            expiresAt: string | null;
                            expiresIn: number | null;
                            attempts: number;
                            /** @enum {string} */
                            status: "active" | "expired" | "pending";
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                        stats: {
                            total: number;
                            auto: number;
                            manual: number;
                            temporary: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-security-dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            alerts: {
                                total: number;
                                byType: {
                                    brute_force: number;
                                    rate_limit: number;
                                    suspicious: number;
                                };
                                bySeverity: {
                                    low: number;
                                    medium: number;
                                    high: number;
                                };
                            };
                            security: {
                                blockedIPs: number;
                                totalAlerts: number;
                            };
                            recovery: {
                                totalRecoveries: number;
                                successfulRecoveries: number;
                                failedRecoveries: number;
                                inProgressRecoveries: number;
                                averageRecoveryTime: number;
                            };
                            timeline: {
                                /** Format: date-time */
                                at: string;
                                brute_force: number;
                                rate_limit: number;
                                suspicious: number;
                            }[];
                            recentEvents: {
                                id: string;
                                /** @enum {string} */
                                type: "brute_force" | "rate_limit" | "suspicious";
                                /** @enum {string} */
                                severity: "low" | "medium" | "high";
                                ip: string;
                                ip_address: string;
                                ipAddress: string;
                                message: string;
                                rule: string;
                                count: number;
                                /** @enum {string} */
                                outcome: "none" | "blocked" | "simulated";
                                /** Format: date-time */
                                timestamp: string;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-security-recovery": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                status?: "all" | "success" | "failed" | "in_progress";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            systemRecoveryActive: boolean;
                            history: {
                                id: string;
                                ip: string;
                                ip_address: string;
                                ipAddress: string;
                                /** @enum {string} */
                                recoveryType: "unblock" | "reset-attempts" | "clear-alerts" | "full-recovery" | "expired-block" | "block-repair";
                                triggeredBy: string;
                                reason: string;
                                /** Format: date-time */
                                startedAt: string;
                                /** Format: date-time */
                                timestamp: string;
                                /** Format: date-time */
                                finishedAt: string | null;
                                duration: number | null;
                                /** @enum {string} */
                                status: "success" | "failed" | "in_progress";
                                attempts: number;
                                error: string;
                                result: string;
                            }[];
                            status: {
                                autoRecovery: boolean;
                                intervalMinutes: number;
                                maxRetries: number;
                                running: boolean;
                                manualOverride: boolean;
                                /** Format: date-time */
                                lastCheck: string | null;
                            };
                        };
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-security-unblock-ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ip: string;
                    reason?: string | null;
                    /** @default 10 */
                    graceMinutes?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        /** @enum {string|null} */
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-security-unblock-ip-bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ips: string[];
                    reason?: string | null;
                    /** @default 10 */
                    graceMinutes?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            unblocked: number;
                            notBlocked: string[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-batches": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rows: {
                        /** @default  */
                        ip?: string;
                        /** @default  */
                        passwd_vps?: string;
                        /** @default  */
                        win_ver?: string;
                        /** @default  */
                        passwd_rdp?: string;
                        ssh_port?: number;
                        ssh_user?: string;
                    }[];
                    ssh_key?: string;
                    ssh_passphrase?: string;
                    windows_options?: {
                        time_zone?: string;
                        /** @enum {string} */
                        keyboard?: "00000409" | "00000809" | "00000401" | "00000402" | "00000405" | "00000406" | "00000407" | "00000807" | "00000408" | "0000040a" | "0000080a" | "00000425" | "00000429" | "0000040b" | "0000040c" | "0000080c" | "0000040d" | "0000041a" | "0000040e" | "0000040f" | "00000410" | "00000411" | "00000412" | "00000427" | "00000426" | "00000414" | "00000413" | "00000415" | "00000416" | "00000816" | "00000418" | "00000419" | "0000041b" | "00000424" | "0000041d" | "0000041e" | "0000041f" | "00000422" | "0000042a";
                        region?: string;
                        display_language?: string;
                        computer_name?: string;
                        account_name?: string;
                        account_password?: string;
                        /**
                         * @default users
                         * @enum {string}
                         */
                        account_group?: "administrators" | "users";
                        networks?: string[];
                        dns?: (string)[];
                        address?: string;
                        gateway?: string;
                        ipv6?: boolean;
                        product_key?: string;
                        script?: string;
                        /** Format: uuid */
                        script_id?: string;
                        keep_recovery?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-batches-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-batches-id-results-csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-retry": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-rows-row-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                row: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-rows-row-retry": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                row: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    passwd_vps?: string;
                    passwd_rdp?: string;
                    ssh_key?: string;
                    ssh_passphrase?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-batches-id-start": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 10 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "checking" | "ready" | "running" | "paused" | "cancelled" | "ended";
                            /** @enum {string|null} */
                            pause_reason?: "account_suspended" | null;
                            limit: number | null;
                            size: number;
                            counts: {
                                [key: string]: number;
                            };
                            cost: number;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            started_at: string | null;
                            /** Format: date-time */
                            finished_at: string | null;
                            rows: {
                                row: number;
                                ip: string;
                                ssh_port?: number | null;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string} */
                                status: "refused" | "checking" | "unfit" | "ready" | "starting" | "installing" | "review" | "completed" | "failed" | "no_quota" | "expired" | "cancelled";
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                percent: number | null;
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                field: string | null;
                                /** @enum {string} */
                                quota: "none" | "held" | "spent" | "returned";
                                install_id: string | null;
                                check_id: string | null;
                                install_seconds: number | null;
                                /** Format: date-time */
                                credentials_until: string | null;
                                missing_options?: ("account_password" | "product_key" | "script")[];
                                /** Format: date-time */
                                started_at: string | null;
                                /** Format: date-time */
                                finished_at: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-install": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ip: string;
                    /** @default  */
                    passwd_vps?: string;
                    ssh_port?: number;
                    ssh_user?: string;
                    ssh_key?: string;
                    ssh_passphrase?: string;
                    win_ver: string;
                    passwd_rdp: string;
                    windows_options?: {
                        time_zone?: string;
                        /** @enum {string} */
                        keyboard?: "00000409" | "00000809" | "00000401" | "00000402" | "00000405" | "00000406" | "00000407" | "00000807" | "00000408" | "0000040a" | "0000080a" | "00000425" | "00000429" | "0000040b" | "0000040c" | "0000080c" | "0000040d" | "0000041a" | "0000040e" | "0000040f" | "00000410" | "00000411" | "00000412" | "00000427" | "00000426" | "00000414" | "00000413" | "00000415" | "00000416" | "00000816" | "00000418" | "00000419" | "0000041b" | "00000424" | "0000041d" | "0000041e" | "0000041f" | "00000422" | "0000042a";
                        region?: string;
                        display_language?: string;
                        computer_name?: string;
                        account_name?: string;
                        account_password?: string;
                        /**
                         * @default users
                         * @enum {string}
                         */
                        account_group?: "administrators" | "users";
                        networks?: string[];
                        dns?: (string)[];
                        address?: string;
                        gateway?: string;
                        ipv6?: boolean;
                        product_key?: string;
                        script?: string;
                        /** Format: uuid */
                        script_id?: string;
                        keep_recovery?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            ip: string;
                            label?: string | null;
                            /** @enum {string} */
                            kind?: "windows" | "linux";
                            price?: number;
                            win_ver: string;
                            win_name: string | null;
                            /** @enum {string|null} */
                            passwd_rdp: null;
                            /** Format: date-time */
                            passwd_rdp_until?: string | null;
                            rdp_port?: number;
                            rdp?: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                            ssh?: {
                                user: string;
                                port: number;
                                host_key: string;
                                /** @enum {string|null} */
                                proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                /** Format: date-time */
                                proven_at: string | null;
                            } | null;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                committed: boolean;
                                percent: number | null;
                                bytes_done: number | null;
                                bytes_total: number | null;
                                rate: number | null;
                                eta_seconds: number | null;
                                /** Format: date-time */
                                reported_at: string | null;
                            };
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            restored?: {
                                linux: boolean;
                                clean: boolean;
                                left: string[];
                            } | null;
                            guard?: {
                                limit: number;
                                /** Format: date-time */
                                silent_since: string | null;
                                recovery: {
                                    /** Format: date-time */
                                    since: string;
                                    /** Format: date-time */
                                    reported_at: string;
                                    starts: number | null;
                                    written_since: boolean | null;
                                    disk_bus: string | null;
                                    cpu_missing: string[];
                                    stop_code: string | null;
                                    setup_state: string | null;
                                    io_errors: number;
                                    bitlocker: boolean;
                                    second_chance?: string[];
                                    answering?: boolean;
                                    install_again?: boolean;
                                    start_windows?: boolean;
                                    reset_password?: boolean;
                                    return_to_linux?: {
                                        price: number;
                                    } | null;
                                } | null;
                                /** @enum {string|null} */
                                kept?: "preparing" | "kept" | "removing" | "removed" | null;
                            } | null;
                            /** @enum {string} */
                            quota: "held" | "spent" | "returned";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-history": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                status?: "all" | "active" | "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                ip?: string;
                port?: number;
                win_ver?: string;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            ip: string;
                            label?: string | null;
                            /** @enum {string} */
                            kind?: "windows" | "linux";
                            price?: number;
                            win_ver: string;
                            win_name: string | null;
                            /** @enum {string|null} */
                            passwd_rdp: null;
                            /** Format: date-time */
                            passwd_rdp_until?: string | null;
                            rdp_port?: number;
                            rdp?: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                            ssh?: {
                                user: string;
                                port: number;
                                host_key: string;
                                /** @enum {string|null} */
                                proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                /** Format: date-time */
                                proven_at: string | null;
                            } | null;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                committed: boolean;
                                percent: number | null;
                                bytes_done: number | null;
                                bytes_total: number | null;
                                rate: number | null;
                                eta_seconds: number | null;
                                /** Format: date-time */
                                reported_at: string | null;
                            };
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            restored?: {
                                linux: boolean;
                                clean: boolean;
                                left: string[];
                            } | null;
                            guard?: {
                                limit: number;
                                /** Format: date-time */
                                silent_since: string | null;
                                recovery: {
                                    /** Format: date-time */
                                    since: string;
                                    /** Format: date-time */
                                    reported_at: string;
                                    starts: number | null;
                                    written_since: boolean | null;
                                    disk_bus: string | null;
                                    cpu_missing: string[];
                                    stop_code: string | null;
                                    setup_state: string | null;
                                    io_errors: number;
                                    bitlocker: boolean;
                                    second_chance?: string[];
                                    answering?: boolean;
                                    install_again?: boolean;
                                    start_windows?: boolean;
                                    reset_password?: boolean;
                                    return_to_linux?: {
                                        price: number;
                                    } | null;
                                } | null;
                                /** @enum {string|null} */
                                kept?: "preparing" | "kept" | "removing" | "removed" | null;
                            } | null;
                            /** @enum {string} */
                            quota: "held" | "spent" | "returned";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            your_address: string | null;
                            can_limit_networks: boolean;
                            languages?: {
                                [key: string]: string[];
                            };
                            recovery?: string[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-install-check": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ip: string;
                    /** @default  */
                    passwd_vps?: string;
                    ssh_port?: number;
                    ssh_user?: string;
                    ssh_key?: string;
                    ssh_passphrase?: string;
                    win_ver?: string;
                    network?: {
                        dns?: (string)[];
                        address?: string;
                        gateway?: string;
                        ipv6?: boolean;
                    };
                    reuse?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            ip: string;
                            win_ver: string | null;
                            win_name: string | null;
                            /** @enum {string} */
                            status: "pending" | "running" | "passed" | "refused" | "failed";
                            /** @enum {string|null} */
                            stage: "connecting" | "examining" | "measuring" | null;
                            os_name: string | null;
                            hostname?: string | null;
                            windows_defaults?: {
                                time_zone: string | null;
                                keyboard: string | null;
                                region: string | null;
                                computer_name: string | null;
                            };
                            windows_network?: {
                                dhcp: boolean;
                                addresses: string[];
                                gateway: string;
                                dns: string[] | null;
                                ipv6: boolean | null;
                            };
                            disks?: {
                                name: string;
                                size: number;
                                erased: boolean;
                            }[];
                            lost_addresses?: string[];
                            findings: {
                                name: string;
                                /** @enum {string} */
                                result: "ok" | "refused";
                                found: string;
                                code: string | null;
                                message: string | null;
                                cure: string | null;
                            }[];
                            rate: number | null;
                            eta_seconds: number | null;
                            install_seconds?: number | null;
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-check-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            ip: string;
                            win_ver: string | null;
                            win_name: string | null;
                            /** @enum {string} */
                            status: "pending" | "running" | "passed" | "refused" | "failed";
                            /** @enum {string|null} */
                            stage: "connecting" | "examining" | "measuring" | null;
                            os_name: string | null;
                            hostname?: string | null;
                            windows_defaults?: {
                                time_zone: string | null;
                                keyboard: string | null;
                                region: string | null;
                                computer_name: string | null;
                            };
                            windows_network?: {
                                dhcp: boolean;
                                addresses: string[];
                                gateway: string;
                                dns: string[] | null;
                                ipv6: boolean | null;
                            };
                            disks?: {
                                name: string;
                                size: number;
                                erased: boolean;
                            }[];
                            lost_addresses?: string[];
                            findings: {
                                name: string;
                                /** @enum {string} */
                                result: "ok" | "refused";
                                found: string;
                                code: string | null;
                                message: string | null;
                                cure: string | null;
                            }[];
                            rate: number | null;
                            eta_seconds: number | null;
                            install_seconds?: number | null;
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            finished_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            ip: string;
                            label?: string | null;
                            /** @enum {string} */
                            kind?: "windows" | "linux";
                            price?: number;
                            win_ver: string;
                            win_name: string | null;
                            /** @enum {string|null} */
                            passwd_rdp: null;
                            /** Format: date-time */
                            passwd_rdp_until?: string | null;
                            rdp_port?: number;
                            rdp?: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                            ssh?: {
                                user: string;
                                port: number;
                                host_key: string;
                                /** @enum {string|null} */
                                proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                /** Format: date-time */
                                proven_at: string | null;
                            } | null;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                committed: boolean;
                                percent: number | null;
                                bytes_done: number | null;
                                bytes_total: number | null;
                                rate: number | null;
                                eta_seconds: number | null;
                                /** Format: date-time */
                                reported_at: string | null;
                            };
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            restored?: {
                                linux: boolean;
                                clean: boolean;
                                left: string[];
                            } | null;
                            guard?: {
                                limit: number;
                                /** Format: date-time */
                                silent_since: string | null;
                                recovery: {
                                    /** Format: date-time */
                                    since: string;
                                    /** Format: date-time */
                                    reported_at: string;
                                    starts: number | null;
                                    written_since: boolean | null;
                                    disk_bus: string | null;
                                    cpu_missing: string[];
                                    stop_code: string | null;
                                    setup_state: string | null;
                                    io_errors: number;
                                    bitlocker: boolean;
                                    second_chance?: string[];
                                    answering?: boolean;
                                    install_again?: boolean;
                                    start_windows?: boolean;
                                    reset_password?: boolean;
                                    return_to_linux?: {
                                        price: number;
                                    } | null;
                                } | null;
                                /** @enum {string|null} */
                                kept?: "preparing" | "kept" | "removing" | "removed" | null;
                            } | null;
                            /** @enum {string} */
                            quota: "held" | "spent" | "returned";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-install-id-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            ip: string;
                            label?: string | null;
                            /** @enum {string} */
                            kind?: "windows" | "linux";
                            price?: number;
                            win_ver: string;
                            win_name: string | null;
                            /** @enum {string|null} */
                            passwd_rdp: null;
                            /** Format: date-time */
                            passwd_rdp_until?: string | null;
                            rdp_port?: number;
                            rdp?: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                            ssh?: {
                                user: string;
                                port: number;
                                host_key: string;
                                /** @enum {string|null} */
                                proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                /** Format: date-time */
                                proven_at: string | null;
                            } | null;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                committed: boolean;
                                percent: number | null;
                                bytes_done: number | null;
                                bytes_total: number | null;
                                rate: number | null;
                                eta_seconds: number | null;
                                /** Format: date-time */
                                reported_at: string | null;
                            };
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            restored?: {
                                linux: boolean;
                                clean: boolean;
                                left: string[];
                            } | null;
                            guard?: {
                                limit: number;
                                /** Format: date-time */
                                silent_since: string | null;
                                recovery: {
                                    /** Format: date-time */
                                    since: string;
                                    /** Format: date-time */
                                    reported_at: string;
                                    starts: number | null;
                                    written_since: boolean | null;
                                    disk_bus: string | null;
                                    cpu_missing: string[];
                                    stop_code: string | null;
                                    setup_state: string | null;
                                    io_errors: number;
                                    bitlocker: boolean;
                                    second_chance?: string[];
                                    answering?: boolean;
                                    install_again?: boolean;
                                    start_windows?: boolean;
                                    reset_password?: boolean;
                                    return_to_linux?: {
                                        price: number;
                                    } | null;
                                } | null;
                                /** @enum {string|null} */
                                kept?: "preparing" | "kept" | "removing" | "removed" | null;
                            } | null;
                            /** @enum {string} */
                            quota: "held" | "spent" | "returned";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-id-events": {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "put-api-user-install-id-label": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            user_id: string;
                            username: string | null;
                            ip: string;
                            label?: string | null;
                            /** @enum {string} */
                            kind?: "windows" | "linux";
                            price?: number;
                            win_ver: string;
                            win_name: string | null;
                            /** @enum {string|null} */
                            passwd_rdp: null;
                            /** Format: date-time */
                            passwd_rdp_until?: string | null;
                            rdp_port?: number;
                            rdp?: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                            ssh?: {
                                user: string;
                                port: number;
                                host_key: string;
                                /** @enum {string|null} */
                                proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                /** Format: date-time */
                                proven_at: string | null;
                            } | null;
                            /** @enum {string} */
                            status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                            progress: {
                                /** @enum {string|null} */
                                phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                committed: boolean;
                                percent: number | null;
                                bytes_done: number | null;
                                bytes_total: number | null;
                                rate: number | null;
                                eta_seconds: number | null;
                                /** Format: date-time */
                                reported_at: string | null;
                            };
                            failure: {
                                code: string;
                                message: string;
                                cure: string;
                            } | null;
                            restored?: {
                                linux: boolean;
                                clean: boolean;
                                left: string[];
                            } | null;
                            guard?: {
                                limit: number;
                                /** Format: date-time */
                                silent_since: string | null;
                                recovery: {
                                    /** Format: date-time */
                                    since: string;
                                    /** Format: date-time */
                                    reported_at: string;
                                    starts: number | null;
                                    written_since: boolean | null;
                                    disk_bus: string | null;
                                    cpu_missing: string[];
                                    stop_code: string | null;
                                    setup_state: string | null;
                                    io_errors: number;
                                    bitlocker: boolean;
                                    second_chance?: string[];
                                    answering?: boolean;
                                    install_again?: boolean;
                                    start_windows?: boolean;
                                    reset_password?: boolean;
                                    return_to_linux?: {
                                        price: number;
                                    } | null;
                                } | null;
                                /** @enum {string|null} */
                                kept?: "preparing" | "kept" | "removing" | "removed" | null;
                            } | null;
                            /** @enum {string} */
                            quota: "held" | "spent" | "returned";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-id-log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-install-id-rdp-check": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            code: string;
                            message: string;
                            cure: string | null;
                            rdp: {
                                account: string;
                                port: number;
                                /** @enum {string} */
                                proof: "password_accepted" | "handshake";
                                /** Format: date-time */
                                proven_at: string;
                                certificate_sha256: string | null;
                                desktop?: boolean;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-install-id-rdp-password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            passwd_rdp: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "delete-api-user-install-id-rdp-password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        /** @enum {string|null} */
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-linux-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            name: string;
                            slug: string;
                            firmware: ("bios" | "uefi")[];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-machines": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            ip: string;
                            port: number;
                            label: string | null;
                            installs: number;
                            last: {
                                id: string;
                                user_id: string;
                                username: string | null;
                                ip: string;
                                label?: string | null;
                                /** @enum {string} */
                                kind?: "windows" | "linux";
                                price?: number;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string|null} */
                                passwd_rdp: null;
                                /** Format: date-time */
                                passwd_rdp_until?: string | null;
                                rdp_port?: number;
                                rdp?: {
                                    account: string;
                                    port: number;
                                    /** @enum {string} */
                                    proof: "password_accepted" | "handshake";
                                    /** Format: date-time */
                                    proven_at: string;
                                    certificate_sha256: string | null;
                                    desktop?: boolean;
                                } | null;
                                ssh?: {
                                    user: string;
                                    port: number;
                                    host_key: string;
                                    /** @enum {string|null} */
                                    proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                    /** Format: date-time */
                                    proven_at: string | null;
                                } | null;
                                /** @enum {string} */
                                status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                                progress: {
                                    /** @enum {string|null} */
                                    phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                    committed: boolean;
                                    percent: number | null;
                                    bytes_done: number | null;
                                    bytes_total: number | null;
                                    rate: number | null;
                                    eta_seconds: number | null;
                                    /** Format: date-time */
                                    reported_at: string | null;
                                };
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                restored?: {
                                    linux: boolean;
                                    clean: boolean;
                                    left: string[];
                                } | null;
                                guard?: {
                                    limit: number;
                                    /** Format: date-time */
                                    silent_since: string | null;
                                    recovery: {
                                        /** Format: date-time */
                                        since: string;
                                        /** Format: date-time */
                                        reported_at: string;
                                        starts: number | null;
                                        written_since: boolean | null;
                                        disk_bus: string | null;
                                        cpu_missing: string[];
                                        stop_code: string | null;
                                        setup_state: string | null;
                                        io_errors: number;
                                        bitlocker: boolean;
                                        second_chance?: string[];
                                        answering?: boolean;
                                        install_again?: boolean;
                                        start_windows?: boolean;
                                        reset_password?: boolean;
                                        return_to_linux?: {
                                            price: number;
                                        } | null;
                                    } | null;
                                    /** @enum {string|null} */
                                    kept?: "preparing" | "kept" | "removing" | "removed" | null;
                                } | null;
                                /** @enum {string} */
                                quota: "held" | "spent" | "returned";
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                            };
                            windows: {
                                id: string;
                                user_id: string;
                                username: string | null;
                                ip: string;
                                label?: string | null;
                                /** @enum {string} */
                                kind?: "windows" | "linux";
                                price?: number;
                                win_ver: string;
                                win_name: string | null;
                                /** @enum {string|null} */
                                passwd_rdp: null;
                                /** Format: date-time */
                                passwd_rdp_until?: string | null;
                                rdp_port?: number;
                                rdp?: {
                                    account: string;
                                    port: number;
                                    /** @enum {string} */
                                    proof: "password_accepted" | "handshake";
                                    /** Format: date-time */
                                    proven_at: string;
                                    certificate_sha256: string | null;
                                    desktop?: boolean;
                                } | null;
                                ssh?: {
                                    user: string;
                                    port: number;
                                    host_key: string;
                                    /** @enum {string|null} */
                                    proof: "password_accepted" | "key_accepted" | "host_key" | null;
                                    /** Format: date-time */
                                    proven_at: string | null;
                                } | null;
                                /** @enum {string} */
                                status: "pending" | "preparing" | "running" | "manual_review" | "completed" | "failed";
                                progress: {
                                    /** @enum {string|null} */
                                    phase: "connecting" | "checking" | "preparing" | "rebooting" | "writing" | "configuring" | "starting" | "verifying" | null;
                                    committed: boolean;
                                    percent: number | null;
                                    bytes_done: number | null;
                                    bytes_total: number | null;
                                    rate: number | null;
                                    eta_seconds: number | null;
                                    /** Format: date-time */
                                    reported_at: string | null;
                                };
                                failure: {
                                    code: string;
                                    message: string;
                                    cure: string;
                                } | null;
                                restored?: {
                                    linux: boolean;
                                    clean: boolean;
                                    left: string[];
                                } | null;
                                guard?: {
                                    limit: number;
                                    /** Format: date-time */
                                    silent_since: string | null;
                                    recovery: {
                                        /** Format: date-time */
                                        since: string;
                                        /** Format: date-time */
                                        reported_at: string;
                                        starts: number | null;
                                        written_since: boolean | null;
                                        disk_bus: string | null;
                                        cpu_missing: string[];
                                        stop_code: string | null;
                                        setup_state: string | null;
                                        io_errors: number;
                                        bitlocker: boolean;
                                        second_chance?: string[];
                                        answering?: boolean;
                                        install_again?: boolean;
                                        start_windows?: boolean;
                                        reset_password?: boolean;
                                        return_to_linux?: {
                                            price: number;
                                        } | null;
                                    } | null;
                                    /** @enum {string|null} */
                                    kept?: "preparing" | "kept" | "removing" | "removed" | null;
                                } | null;
                                /** @enum {string} */
                                quota: "held" | "spent" | "returned";
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                            } | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-payment-methods-enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            code: string;
                            name: string;
                            type: string;
                            icon_url: string | null;
                            fee_flat: number;
                            fee_percent: number;
                            minimum_fee: number | null;
                            maximum_fee: number | null;
                            minimum_amount: number | null;
                            maximum_amount: number | null;
                            is_enabled: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-quota-ledger": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                format?: "json" | "csv";
                view?: "all" | "summary";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            kind: "credit" | "hold" | "release" | "capture" | "adjustment" | "refund";
                            amount: number;
                            balance_after: number;
                            /** @enum {string} */
                            cause: "topup_paid" | "voucher_redeemed" | "payment_refunded" | "refund_not_made" | "install_requested" | "install_resumed" | "install_completed" | "install_failed" | "install_never_started" | "install_not_done" | "added_by_administrator" | "set_by_administrator" | "changed_by_administrator" | "returned";
                            reason: string;
                            note?: string | null;
                            by?: string | null;
                            topup_id: string | null;
                            install_id: string | null;
                            voucher_code?: string | null;
                            topup_reference?: string | null;
                            install_ip?: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-receipts-archive": {
        parameters: {
            query?: {
                language?: "en" | "id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-receipts-number": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            number: string;
                            /** @enum {string} */
                            kind: "receipt" | "credit_note";
                            corrects: string | null;
                            /** Format: date-time */
                            issued_at: string;
                            seller: {
                                name: string;
                                address: string & (string);
                                tax_id: string;
                            };
                            buyer: {
                                name: string;
                                address: string & (string);
                                tax_id: string;
                            } | null;
                            product_name: string;
                            quantity: number;
                            unit_price: number;
                            total_amount: number;
                            discount_percentage: number;
                            discount_amount: number;
                            final_amount: number;
                            fee_amount: number;
                            paid_amount: number;
                            /** @enum {string} */
                            currency: "IDR";
                            paid_usdt: string | null;
                            payment_name: string;
                            reference: string;
                            /** Format: date-time */
                            paid_at: string;
                            tax: {
                                label: string;
                                rate: number;
                                base_factor: string;
                                base_amount: number;
                                amount: number;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-receipts-number-pdf": {
        parameters: {
            query?: {
                language?: "en" | "id";
            };
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            name: string;
                            description: string;
                            offered: boolean;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-topup": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    quantity: number;
                    /** Format: uuid */
                    product_id?: string;
                    voucher_code?: string;
                    payment_method: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            reference: string;
                            merchant_ref: string;
                            checkout_url: string | null;
                            qr_url: string | null;
                            qr_string?: string | null;
                            pay_code: string | null;
                            instructions?: {
                                title: string;
                                steps: string[];
                            }[] | null;
                            payment_name: string;
                            payment_method: string;
                            final_amount: number;
                            fee_amount: number | null;
                            payable_amount: number | null;
                            quantity: number;
                            /** @enum {string} */
                            status: "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                            expired_time: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-topup-bpay-prepare": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    quantity: number;
                    /** Format: uuid */
                    product_id?: string;
                    voucher_code?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            encoded_amount_usdt: number;
                            usd_estimated_amount: number;
                            instructions: string[];
                            receiver_id: string;
                            automatic?: boolean;
                            merchant_ref: string;
                            expired_time: number;
                            quantity: number;
                            final_amount: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-topup-bpay-verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    txid: string;
                    encoded_amount: number;
                    merchant_ref?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            new_quota: number;
                            reference: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-topup-calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    quantity: number;
                    /** Format: uuid */
                    product_id?: string;
                    voucher_code?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            quantity: number;
                            min_quantity: number;
                            max_quantity: number;
                            unit_price: number;
                            total_amount: number;
                            discount_percentage: number;
                            discount_amount: number;
                            final_amount: number;
                            usd_estimated_amount: number;
                            bpay_encoded_amount: number;
                            product: {
                                id: string;
                                name: string;
                            };
                            discount_tiers: {
                                min_quantity: number;
                                percentage: number;
                            }[];
                            voucher?: {
                                code: string;
                                percentage: number | null;
                                quota: number | null;
                                applied: boolean;
                                refusal: {
                                    code: string;
                                    message: string;
                                } | null;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-topup-history": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                status?: "all" | "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            reference: string | null;
                            merchant_ref: string;
                            /** @enum {string} */
                            status: "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                            quantity: number;
                            final_amount: number;
                            total_amount: number;
                            fee_amount: number | null;
                            payable_amount: number | null;
                            discount_amount: number;
                            discount_percentage: number;
                            voucher_code?: string | null;
                            payment_method: string;
                            payment_name: string;
                            checkout_url: string | null;
                            payment_url: string | null;
                            qr_url: string | null;
                            qr_string?: string | null;
                            pay_code: string | null;
                            encoded_amount: number | null;
                            bpay_encoded_amount: number | null;
                            expired_time: number | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            paid_at: string | null;
                            /** Format: date-time */
                            refunded_at?: string | null;
                            refunded_quantity?: number | null;
                            refund_pending?: boolean;
                            receipt_number?: string | null;
                            credit_note_number?: string | null;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-topup-reference": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            reference: string | null;
                            merchant_ref: string;
                            /** @enum {string} */
                            status: "PAID" | "UNPAID" | "PENDING" | "EXPIRED" | "FAILED";
                            quantity: number;
                            final_amount: number;
                            total_amount: number;
                            fee_amount: number | null;
                            payable_amount: number | null;
                            discount_amount: number;
                            discount_percentage: number;
                            voucher_code?: string | null;
                            payment_method: string;
                            payment_name: string;
                            checkout_url: string | null;
                            payment_url: string | null;
                            qr_url: string | null;
                            qr_string?: string | null;
                            pay_code: string | null;
                            encoded_amount: number | null;
                            bpay_encoded_amount: number | null;
                            expired_time: number | null;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            paid_at: string | null;
                            /** Format: date-time */
                            refunded_at?: string | null;
                            refunded_quantity?: number | null;
                            refund_pending?: boolean;
                            receipt_number?: string | null;
                            credit_note_number?: string | null;
                            instructions?: {
                                title: string;
                                steps: string[];
                            }[] | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-vouchers-redeem": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            code: string;
                            quota: number;
                            new_quota: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-webhook-listener-events": {
        parameters: {
            query?: {
                listener?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without the envelope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-webhooks": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                            secret: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-webhooks-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "put-api-user-webhooks-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "delete-api-user-webhooks-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        /** @enum {string|null} */
                        data: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-webhooks-id-deliveries": {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                after?: string;
                status?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            event_id: string;
                            event: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network") | "webhook.test";
                            /** @enum {string} */
                            status: "waiting" | "delivered" | "failed";
                            tries: {
                                /** Format: date-time */
                                at: string;
                                took: number;
                                status: number | null;
                                /** @enum {string|null} */
                                failure: "no_public_address" | "https_required" | "unreachable" | "certificate" | "timeout" | "no_answer" | "redirected" | "status" | null;
                            }[];
                            /** Format: date-time */
                            next_try_at: string | null;
                            payload: string;
                            answer: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        meta: {
                            page: number;
                            pageSize: number;
                            total: number;
                            /** @enum {boolean} */
                            capped?: true;
                            next?: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-webhooks-id-deliveries-delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            event_id: string;
                            event: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network") | "webhook.test";
                            /** @enum {string} */
                            status: "waiting" | "delivered" | "failed";
                            tries: {
                                /** Format: date-time */
                                at: string;
                                took: number;
                                status: number | null;
                                /** @enum {string|null} */
                                failure: "no_public_address" | "https_required" | "unreachable" | "certificate" | "timeout" | "no_answer" | "redirected" | "status" | null;
                            }[];
                            /** Format: date-time */
                            next_try_at: string | null;
                            payload: string;
                            answer: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-webhooks-id-deliveries-delivery-replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            event_id: string;
                            event: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network") | "webhook.test";
                            /** @enum {string} */
                            status: "waiting" | "delivered" | "failed";
                            tries: {
                                /** Format: date-time */
                                at: string;
                                took: number;
                                status: number | null;
                                /** @enum {string|null} */
                                failure: "no_public_address" | "https_required" | "unreachable" | "certificate" | "timeout" | "no_answer" | "redirected" | "status" | null;
                            }[];
                            /** Format: date-time */
                            next_try_at: string | null;
                            payload: string;
                            answer: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-webhooks-id-pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-webhooks-id-resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-webhooks-id-secret": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            url: string;
                            events: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network")[];
                            paused: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                reason: "owner" | "failing" | "gone";
                            } | null;
                            /** Format: date-time */
                            failing_since: string | null;
                            /** Format: date-time */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                            secret: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "post-api-user-webhooks-id-test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            event_id: string;
                            event: ("install.phase" | "install.completed" | "install.failed" | "install.review" | "topup.paid" | "topup.refunded" | "quota.low" | "api_key.new_network") | "webhook.test";
                            /** @enum {string} */
                            status: "waiting" | "delivered" | "failed";
                            tries: {
                                /** Format: date-time */
                                at: string;
                                took: number;
                                status: number | null;
                                /** @enum {string|null} */
                                failure: "no_public_address" | "https_required" | "unreachable" | "certificate" | "timeout" | "no_answer" | "redirected" | "status" | null;
                            }[];
                            /** Format: date-time */
                            next_try_at: string | null;
                            payload: string;
                            answer: string | null;
                            /** Format: date-time */
                            created_at: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
    "get-api-user-windows-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: {
                            id: string;
                            name: string;
                            slug: string;
                            available: boolean;
                            processor?: string | null;
                            boot_guard?: boolean;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            411: components["responses"]["LengthRequired"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            default: components["responses"]["Failure"];
        };
    };
}

/** Each code of an answer that is no success; error_reason.proto describes them. */
export type ErrorCode =
  | "VALIDATION_FAILED"
  | "MALFORMED_BODY"
  | "BODY_TOO_LARGE"
  | "UNAUTHENTICATED"
  | "TOKEN_EXPIRED"
  | "SESSION_REVOKED"
  | "FORBIDDEN"
  | "IP_BLOCKED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "UNAVAILABLE"
  | "INTERNAL"
  | "STEP_UP_REQUIRED"
  | "TWO_FACTOR_REQUIRED"
  | "GATEWAY_ERROR"
  | "API_KEY_INVALID"
  | "API_KEY_NOT_ALLOWED"
  | "API_KEY_NETWORK"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_ANSWER_NOT_KEPT"
  | "CAPTCHA_INVALID"
  | "CAPTCHA_GENERATION_RATE_LIMIT"
  | "INVALID_CREDENTIALS"
  | "USERNAME_TAKEN"
  | "EMAIL_TAKEN"
  | "VERIFICATION_CODE_INVALID"
  | "REFRESH_INVALID"
  | "PROOF_OF_WORK_REQUIRED"
  | "ALREADY_VERIFIED"
  | "RESET_LINK_INVALID"
  | "WRONG_PASSWORD"
  | "TWO_FACTOR_CHALLENGE_INVALID"
  | "TWO_FACTOR_CODE_INVALID"
  | "TWO_FACTOR_NOT_SET_UP"
  | "TWO_FACTOR_ALREADY_ENABLED"
  | "ACCOUNT_HAS_ACTIVE_INSTALLS"
  | "LAST_ADMINISTRATOR"
  | "OWN_ACCOUNT"
  | "ACCOUNT_BEING_DELETED"
  | "EMAIL_ALREADY_ADDED"
  | "VERIFICATION_LINK_INVALID"
  | "TOO_MANY_API_KEYS"
  | "DEVICE_LOGIN_PENDING"
  | "DEVICE_LOGIN_SLOW_DOWN"
  | "DEVICE_LOGIN_DENIED"
  | "DEVICE_LOGIN_EXPIRED"
  | "USER_CODE_INVALID"
  | "ACCOUNT_LINK_INVALID"
  | "PASSKEY_REFUSED"
  | "TOO_MANY_PASSKEYS"
  | "RECOVERY_UNAVAILABLE"
  | "ACCOUNT_SUSPENDED"
  | "PAYMENT_METHOD_UNAVAILABLE"
  | "PAYMENT_GATEWAY_UNAVAILABLE"
  | "CALLBACK_SIGNATURE_INVALID"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INSUFFICIENT_QUOTA"
  | "PRODUCT_MISSING"
  | "TOO_MANY_OPEN_TOPUPS"
  | "BPAY_ORDER_NOT_FOUND"
  | "BPAY_NOT_FOUND_YET"
  | "BPAY_UNDERPAID"
  | "BPAY_OVERPAID"
  | "BPAY_WRONG_CURRENCY"
  | "BPAY_EXPIRED"
  | "BPAY_BEFORE_ORDER"
  | "BPAY_ALREADY_USED"
  | "BPAY_ALREADY_PAID"
  | "BPAY_WRONG_RECEIVER"
  | "BPAY_AMBIGUOUS"
  | "BPAY_UNAVAILABLE"
  | "BPAY_TOO_MANY_OPEN"
  | "BPAY_OTHER_ORDER"
  | "REVIEW_CHANGED"
  | "VOUCHER_UNKNOWN"
  | "VOUCHER_NOT_VALID"
  | "VOUCHER_ALREADY_USED"
  | "VOUCHER_QUANTITY"
  | "VOUCHER_WRONG_KIND"
  | "VOUCHER_EMAIL_UNVERIFIED"
  | "PRODUCT_IMAGE_UNREADABLE"
  | "PRODUCT_IMAGE_TOO_LARGE"
  | "LAST_PRODUCT"
  | "PRICE_CHANGE_UNCONFIRMED"
  | "ADDRESS_REFUSED"
  | "WINDOWS_VERSION_UNKNOWN"
  | "WINDOWS_VERSION_UNAVAILABLE"
  | "INSTALL_IN_PROGRESS"
  | "AGENT_TOKEN_INVALID"
  | "COMMIT_REFUSED"
  | "WINDOWS_VERSION_IN_USE"
  | "SLUG_TAKEN"
  | "INSTALL_ACTIVE"
  | "INSTALL_EDIT_REFUSED"
  | "INSTALL_CHANGED"
  | "INSTALL_NOT_CHARGEABLE"
  | "CANCEL_TOO_LATE"
  | "CHECK_UNDER_WAY"
  | "IMAGE_BUSY"
  | "IMAGE_IN_USE"
  | "IMAGE_JOB_ENDED"
  | "RDP_PASSWORD_ERASED"
  | "RDP_CHECK_REFUSED"
  | "TOO_MANY_WEBHOOKS"
  | "DELIVERY_WAITING"
  | "WEBHOOK_PAUSED"
  | "TOO_MANY_BATCHES"
  | "BATCH_STATE"
  | "TOO_MANY_UPLOADS"
  | "UPLOAD_STATE"
  | "UPLOAD_NO_SPACE"
  | "UPLOAD_DIFFERENT"
  | "DESKTOP_UNAVAILABLE"
  | "DESKTOP_LIMIT"
  | "ACCOUNT_CLOSED"
  | "RECOVERY_NOT_READY"
  | "WINDOWS_VERSION_UNSUITABLE"
  | "LINUX_VERSION_UNKNOWN"
  | "LINUX_VERSION_UNSUITABLE"
  | "TELEGRAM_NOT_CONNECTED"
  | "TELEGRAM_UNAVAILABLE"
  | "BOT_ALREADY_RUNNING"
  | "BOT_NOT_RUNNING"
  | "BOT_TOKEN_INVALID"
  | "NOTICE_NOT_FAILED"
  | "OWN_ADDRESS";

/** Routes that accept an Idempotency-Key, with which a call can safely be repeated. */
export const ONCE: ReadonlySet<string> = new Set([
  "POST /api/admin/users/{id}/quota",
  "POST /api/admin/windows-images/import",
  "POST /api/admin/windows-images/{id}/replicate",
  "POST /api/admin/windows-images/{id}/verify",
  "POST /api/security/block-ip",
  "POST /api/user/batches",
  "POST /api/user/batches/{id}/retry",
  "POST /api/user/batches/{id}/rows/{row}/retry",
  "POST /api/user/batches/{id}/start",
  "POST /api/user/install",
  "POST /api/user/install/check",
  "POST /api/user/topup",
  "POST /api/user/topup/bpay/prepare",
  "POST /api/user/vouchers/redeem",
  "POST /api/user/webhooks",
  "POST /api/user/webhooks/{id}/secret"
]);
