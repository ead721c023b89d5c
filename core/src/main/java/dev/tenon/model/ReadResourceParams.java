package dev.tenon.model;

import dev.tenon.json.Json;
import dev.tenon.model.internal.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of {@code resources/read} (server features, resources).
 *
 * @param uri the URI of the resource
 * @param inputResponses the client's responses to input requests, by the server's keys (2026-07-28)
 * @param requestState the server's opaque state, or null (2026-07-28)
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

    /** Creates the parameters of a first request, without input responses and state. */
    public static ReadResourceParams of(String uri) {
        return new ReadResourceParams(uri, Map.of(), null, Meta.EMPTY);
    }

    @Override
    public ReadResourceParams resumedWith(Map<String, Json> inputResponses, @Nullable String requestState) {
        return new ReadResourceParams(uri, inputResponses, requestState, meta);
    }
}
