package dev.tenon.server.observer;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.Revision;
import dev.tenon.server.call.CallerPrincipal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request, as reported to a {@link ServerObserver}.
 *
 * @param method the method, such as {@code tools/call}
 * @param target the requested tool, prompt or resource, or null
 * @param principal the caller, or null if the transport does not authenticate
 * @param session a label of the session for logs, which does not reveal its id; null without a session
 * @param params the params as received; they can contain secrets and personal data
 * @param startedAt when the request was received
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
