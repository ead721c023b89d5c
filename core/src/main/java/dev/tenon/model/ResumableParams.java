package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a request that the server may respond to with {@link InputRequired}; the client then retries it with
 * input responses (2026-07-28, multi round-trip requests).
 */
public interface ResumableParams extends Params {
    /**
     * Returns the client's responses by the keys of {@link InputRequired#inputRequests()}; empty in the first request.
     */
    Map<String, Json> inputResponses();

    /** Returns the server's opaque state, or null. The client may have forged it. */
    @Nullable String requestState();

    /** Returns the parameters of the retried request, with input responses and state. */
    ResumableParams resumedWith(Map<String, Json> inputResponses, @Nullable String requestState);
}
