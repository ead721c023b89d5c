package dev.tenon.server;

import dev.tenon.http.HeaderParams;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.schema.Schema;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A tool and how it works: what {@link ToolBuilder} makes. Immutable; can be added to several servers. */
public final class ToolSpec {
    private final Tool tool;
    private final Schema input;
    private final @Nullable Schema output;
    private final HeaderParams headers;
    private final @Nullable Duration time;
    private final boolean blocking;
    private final Set<String> scopes;
    private final Function<Json, Object> reader;
    private final ToolHandler<Object, ?> handler;

    @SuppressWarnings("unchecked") // the reader makes what the handler takes: the builder has tied them together
    <I> ToolSpec(
            Tool tool,
            Schema input,
            @Nullable Schema output,
            @Nullable Duration time,
            boolean blocking,
            Set<String> scopes,
            Function<Json, I> reader,
            ToolHandler<I, ?> handler) {
        this.tool = tool;
        this.input = input;
        this.output = output;
        this.headers = HeaderParams.of(tool.inputSchema());
        this.time = time;
        this.blocking = blocking;
        this.scopes = scopes;
        this.reader = reader::apply;
        this.handler = (ToolHandler<Object, ?>) handler;
    }

    /** A tool to be described. */
    public static ToolBuilder<Json, Object, ToolSpec> named(String name) {
        return new ToolBuilder<>(name, spec -> spec);
    }

    /** What clients are told of it. */
    public Tool tool() {
        return tool;
    }

    /** The schema of its arguments, compiled. */
    public Schema input() {
        return input;
    }

    /** The schema of its structured result, compiled. */
    public Optional<Schema> output() {
        return Optional.ofNullable(output);
    }

    /** Which arguments are mirrored in HTTP headers. */
    public HeaderParams headers() {
        return headers;
    }

    /** How long a call may take, where it differs from the server's limit. */
    public Optional<Duration> time() {
        return Optional.ofNullable(time);
    }

    /** Whether the handler may block; one that never does runs where the bytes arrive. */
    public boolean isBlocking() {
        return blocking;
    }

    /** The scopes that a caller needs, all of them. */
    public Set<String> scopes() {
        return scopes;
    }

    /** Runs the handler on arguments that its schema allows. */
    public @Nullable Object run(Json arguments, Call call) throws Exception {
        return handler.handle(reader.apply(arguments), call);
    }
}
