package dev.tenon.server.observer;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request, as an {@link ServerObserver} sees it.
 *
 * @param method the method, such as {@code tools/call}
 * @param target the tool, prompt or resource that is meant, or null
 * @param principal who asks, or null where the transport does not authenticate
 * @param session names the session in logs without being its id; null without a session
 * @param params the params as they came; they may hold secrets and personal data
 * @param startedAt when it was taken in
 */
public record RequestInfo(
        Revision revision,
        RequestId id,
        String method,
        @Nullable String target,
        @Nullable CallerPrincipal principal,
        @Nullable String session,
        @Nullable Json params,
        Instant startedAt) {}
