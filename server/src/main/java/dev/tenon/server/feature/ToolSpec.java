package dev.tenon.server.feature;

import dev.tenon.http.ToolParamHeaders;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.schema.Schema;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool with its handler. Immutable; can be added to several servers.
 *
 * @param tool the definition that clients get
 * @param input the compiled schema of the arguments
 * @param output the compiled schema of the structured result, or null
 * @param headers the arguments that clients repeat in HTTP headers
 * @param timeout the timeout of a call, or null for {@link dev.tenon.server.Limits#requestTimeout}
 * @param blocking whether the handler may block; a non-blocking handler runs on the thread that received the request
 * @param scopes the scopes that a caller needs, all of them
 * @param handler gets arguments that are valid for the input schema
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

    /** Returns a builder for a tool. */
    public static ToolBuilder<Json, Object, ToolSpec> builder(String name) {
        return new ToolBuilder<>(name, spec -> spec);
    }
}
