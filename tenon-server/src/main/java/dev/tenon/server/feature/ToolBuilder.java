package dev.tenon.server.feature;

import dev.tenon.http.ToolParamHeaders;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaGenerator;
import dev.tenon.server.Limits;
import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes a tool; {@link #handler} completes it.
 *
 * @param <I> what the handler takes
 * @param <O> what the handler returns
 * @param <R> what {@code handler} gives back: the server's builder, or a {@link ToolSpec}
 */
public final class ToolBuilder<I, O, R> extends AbstractFeatureBuilder<ToolBuilder<I, O, R>> {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private final String name;
    private final Function<ToolSpec, R> whenDone;
    private Schema input = Schema.compile(Tool.of("any").inputSchema());
    private @Nullable Schema output;
    private Function<Json, ?> reader = Function.identity();
    private @Nullable ToolAnnotations annotations;
    private @Nullable Duration time;
    private boolean blocking = true;

    public ToolBuilder(String name, Function<ToolSpec, R> whenDone) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "A tool's name is 1 to 128 letters, digits, '_', '-' or '.', not: " + Excerpts.quote(name));
        }
        this.name = name;
        this.whenDone = whenDone;
    }

    /**
     * The arguments as a record or bean: its schema is generated, and the handler gets an instance.
     *
     * @throws dev.tenon.schema.SchemaException when the type cannot be described
     */
    @SuppressWarnings("unchecked") // the builder changes its type with the reader
    public <N> ToolBuilder<N, O, R> input(Class<N> type) {
        input = SchemaGenerator.generateInputSchema(type);
        reader = json -> json.mapTo(type);
        return (ToolBuilder<N, O, R>) (ToolBuilder<?, ?, ?>) this;
    }

    /**
     * The arguments by a schema of one's own, whose root is {@code "type": "object"}; the handler gets the JSON.
     *
     * @throws dev.tenon.schema.SchemaException when it is not a usable schema
     */
    @SuppressWarnings("unchecked") // the builder changes its type with the reader
    public ToolBuilder<Json, O, R> inputSchema(Json schema) {
        input = Schema.compile(schema);
        reader = Function.identity();
        return (ToolBuilder<Json, O, R>) (ToolBuilder<?, ?, ?>) this;
    }

    /** The result as a record or bean: it becomes {@code structuredContent}, checked against the generated schema. */
    @SuppressWarnings("unchecked") // the builder changes its type with the schema
    public <N> ToolBuilder<I, N, R> output(Class<N> type) {
        output = SchemaGenerator.generateOutputSchema(type);
        return (ToolBuilder<I, N, R>) (ToolBuilder<?, ?, ?>) this;
    }

    /** The structured result by a schema of one's own. */
    public ToolBuilder<I, O, R> outputSchema(Json schema) {
        output = Schema.compile(schema);
        return this;
    }

    /** What the tool says of its effects. Hints: clients must not trust them. */
    public ToolBuilder<I, O, R> annotations(ToolAnnotations annotations) {
        this.annotations = annotations;
        return this;
    }

    /** How long a call may take without progress, instead of {@link Limits#requestTimeout}. */
    public ToolBuilder<I, O, R> timeout(Duration time) {
        this.time = time;
        return this;
    }

    /** The handler never blocks: it runs where the bytes arrive, which saves the way to another thread. */
    public ToolBuilder<I, O, R> nonBlocking() {
        this.blocking = false;
        return this;
    }

    /**
     * Completes the tool.
     *
     * @throws IllegalArgumentException when the description is not one: an input schema without {@code "type":
     *     "object"} at its root, a header annotation that is not allowed
     */
    @SuppressWarnings("unchecked") // the reader was set together with I
    public R handler(ToolHandler<? super I, ? extends O> handler) {
        Json outputSchema = output == null ? null : output.json();
        Tool tool = new Tool(name, input.json(), title, description, outputSchema, annotations, icons, meta);
        ToolParamHeaders headers = ToolParamHeaders.parse(tool.inputSchema());
        Function<Json, I> typed = (Function<Json, I>) reader;
        return whenDone.apply(new ToolSpec(
                tool,
                input,
                output,
                headers,
                time,
                blocking,
                scopes,
                (arguments, call) -> handler.handle(typed.apply(arguments), call)));
    }
}
