package dev.tenon.guard.observer;

import dev.tenon.guard.policy.PolicyMessage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One exchange through the guard, as it begins.
 *
 * @param request the request as it came, before any policy: its direction, method, params, who asks, and the revision
 *     in front
 * @param startedAt when
 * @param requestId the id of the request as text; null where it is not known
 * @param session names the session in front without being its id; null without a session
 */
public record ObservedCall(
        PolicyMessage request,
        Instant startedAt,
        @Nullable String requestId,
        @Nullable String session) {
    /** A request of which no more is known. */
    public ObservedCall(PolicyMessage request, Instant begun) {
        this(request, begun, null, null);
    }
}
