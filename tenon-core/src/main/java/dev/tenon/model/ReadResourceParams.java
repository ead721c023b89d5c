package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which resource to read (server features, resources).
 *
 * @param uri the resource
 * @param inputResponses answers to what the server asked, by its keys (2026-07-28)
 * @param requestState the state the server gave to bring back, or null (2026-07-28)
 * @param meta {@code _meta}
 */
public record ReadResourceParams(
        String uri,
        Map<String, Json> inputResponses,
        @Nullable String requestState,
        Meta meta) implements ResumableParams {

    public ReadResourceParams {
        Preconditions.requireNotBlank("uri", uri);
        inputResponses = Preconditions.copyOf(inputResponses);
    }

    /** A request without answers and state. */
    public static ReadResourceParams of(String uri) {
        return new ReadResourceParams(uri, Map.of(), null, Meta.EMPTY);
    }

    @Override
    public ReadResourceParams resumedWith(Map<String, Json> answers, @Nullable String state) {
        return new ReadResourceParams(uri, answers, state, meta);
    }
}
