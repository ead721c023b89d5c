package dev.tenon.server.observer;

import dev.tenon.json.Json;
import dev.tenon.server.call.CallerPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * A notification from a client, as reported to a {@link ServerObserver}.
 *
 * @param session a label of the session for logs, which does not reveal its id; null without a session
 * @param known whether the server knows this notification; unknown ones are dropped, unless they are forwarded
 */
public record NotificationInfo(
        String method,
        @Nullable CallerPrincipal principal,
        @Nullable String session,
        @Nullable Json params,
        boolean known) {}
