package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a request that the server may answer with {@link InputRequired}, and that the client then sends again
 * with answers (2026-07-28, multi round-trip requests).
 */
public interface ResumableParams extends Params {
    /** The client's answers by the keys of {@link InputRequired#inputRequests()}; empty at first. */
    Map<String, Json> inputResponses();

    /** The state that the server gave the client to bring back, or null. Whoever sent it may have forged it. */
    @Nullable String requestState();

    /** The same parameters with answers and state: what the client sends again. */
    ResumableParams resumedWith(Map<String, Json> inputResponses, @Nullable String requestState);
}
