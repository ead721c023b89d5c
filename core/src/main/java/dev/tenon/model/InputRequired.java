package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result that requests input: the client obtains the input and retries its request (2026-07-28, multi round-trip
 * requests).
 *
 * @param inputRequests the requested input, by keys that the server chooses
 * @param requestState opaque state that the client must return unchanged, or null
 * @param meta {@code _meta}
 */
public record InputRequired(
        Map<String, InputRequest> inputRequests, @Nullable String requestState, Meta meta) implements Result {

    public InputRequired {
        inputRequests = Preconditions.copyOf(inputRequests);
        boolean complete = !inputRequests.isEmpty() || requestState != null;
        Preconditions.require(complete, "inputRequests and requestState must not both be missing");
    }

    /** Creates a result that requests input. */
    public static InputRequired of(Map<String, InputRequest> inputRequests, @Nullable String requestState) {
        return new InputRequired(inputRequests, requestState, Meta.EMPTY);
    }
}
