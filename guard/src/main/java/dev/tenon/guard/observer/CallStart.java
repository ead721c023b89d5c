package dev.tenon.guard.observer;

import dev.tenon.guard.policy.PolicyMessage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call at its start.
 *
 * @param request the request as received, before any policy: direction, method, params, caller, and the revision of the
 *     client
 * @param startedAt when the request arrived
 * @param requestId the id of the request as text; null if unknown
 * @param session a label of the downstream session, different from its id; null without a session
 */
public record CallStart(
        PolicyMessage request,
        Instant startedAt,
        @Nullable String requestId,
        @Nullable String session) {
    /** Creates a call without request id and session. */
    public CallStart(PolicyMessage request, Instant startedAt) {
        this(request, startedAt, null, null);
    }
}
