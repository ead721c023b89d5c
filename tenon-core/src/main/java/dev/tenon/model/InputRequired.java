package dev.tenon.model;

import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server needs before it can answer; the client asks around and sends its request again (2026-07-28, multi
 * round-trip requests).
 *
 * @param inputRequests what is asked, by keys of the server's own
 * @param requestState what the client must bring back unread, or null
 * @param meta {@code _meta}
 */
public record InputRequired(
        Map<String, InputRequest> inputRequests, @Nullable String requestState, Meta meta) implements Result {

    public InputRequired {
        inputRequests = Preconditions.copyOf(inputRequests);
        if (inputRequests.isEmpty() && requestState == null) {
            throw new IllegalArgumentException(
                    "Ask for something or give a requestState; an answer with neither is not" + " allowed");
        }
    }

    /** Asks, with a state to bring back. */
    public static InputRequired of(Map<String, InputRequest> inputRequests, @Nullable String requestState) {
        return new InputRequired(inputRequests, requestState, Meta.EMPTY);
    }
}
