package dev.tenon.server.observer;

import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * A notification of a client, as an {@link ServerObserver} sees it.
 *
 * @param session names the session in logs without being its id; null without a session
 * @param known whether it means anything here; an unknown one is dropped
 */
public record NotificationInfo(
        String method,
        @Nullable CallerPrincipal principal,
        @Nullable String session,
        @Nullable Json params,
        boolean known) {}
