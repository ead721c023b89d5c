package dev.tenon.server.feature;

import dev.tenon.http.ToolParamHeaders;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.schema.Schema;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool and how it works: what {@link ToolBuilder} makes. Immutable; can be added to several servers.
 *
 * @param tool what clients are told of it
 * @param input the schema of its arguments, compiled
 * @param output the schema of its structured result, compiled, or null
 * @param headers which arguments are mirrored in HTTP headers
 * @param timeout how long a call may take, where it differs from the server's limit, or null
 * @param blocking whether the handler may block; one that never does runs where the bytes arrive
 * @param scopes the scopes that a caller needs, all of them
 * @param handler runs on arguments that the schema allows
 */
public record ToolSpec(
        Tool tool,
        Schema input,
        @Nullable Schema output,
        ToolParamHeaders headers,
        @Nullable Duration timeout,
        boolean blocking,
        Set<String> scopes,
        ToolHandler<Json, ?> handler) {
    public ToolSpec {
        scopes = Set.copyOf(scopes);
    }

    /** A tool to be described. */
    public static ToolBuilder<Json, Object, ToolSpec> builder(String name) {
        return new ToolBuilder<>(name, spec -> spec);
    }
}
