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
 * Builds a tool; {@link #handler} completes it.
 *
 * @param <I> the input type of the handler
 * @param <O> the output type of the handler
 * @param <R> the result of {@code handler}: the builder of the server, the server, or a {@link ToolSpec}
 */
public final class ToolBuilder<I, O, R> extends AbstractFeatureBuilder<ToolBuilder<I, O, R>> {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

    private final String name;
    private final Function<ToolSpec, R> onBuilt;
    private Schema input = Schema.compile(Tool.of("any").inputSchema());
    private @Nullable Schema output;
    private Function<Json, ?> reader = Function.identity();
    private @Nullable ToolAnnotations annotations;
    private @Nullable Duration timeout;
    private boolean blocking = true;

    public ToolBuilder(String name, Function<ToolSpec, R> onBuilt) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "A tool name must have 1 to 128 letters, digits, '_', '-' or '.', not: " + Excerpts.quote(name));
        }
        this.name = name;
        this.onBuilt = onBuilt;
    }

    /**
     * Declares the arguments as a record or bean. Its schema is generated, and the handler gets an instance.
     *
     * @throws dev.tenon.schema.SchemaException if no schema can be generated for the type
     */
    @SuppressWarnings("unchecked") // the builder changes its type with the reader
    public <N> ToolBuilder<N, O, R> input(Class<N> type) {
        input = SchemaGenerator.generateInputSchema(type);
        reader = json -> json.mapTo(type);
        return (ToolBuilder<N, O, R>) (ToolBuilder<?, ?, ?>) this;
    }

    /**
     * Declares the arguments by a JSON Schema whose root is {@code "type": "object"}. The handler gets the JSON.
     *
     * @throws dev.tenon.schema.SchemaException if the schema is invalid or not supported
     */
    @SuppressWarnings("unchecked") // the builder changes its type with the reader
    public ToolBuilder<Json, O, R> inputSchema(Json schema) {
        input = Schema.compile(schema);
        reader = Function.identity();
        return (ToolBuilder<Json, O, R>) (ToolBuilder<?, ?, ?>) this;
    }

    /**
     * Declares the result as a record or bean. It is sent as {@code structuredContent} and validated against the
     * generated schema.
     */
    @SuppressWarnings("unchecked") // the builder changes its type with the schema
    public <N> ToolBuilder<I, N, R> output(Class<N> type) {
        output = SchemaGenerator.generateOutputSchema(type);
        return (ToolBuilder<I, N, R>) (ToolBuilder<?, ?, ?>) this;
    }

    /**
     * Declares the structured result by a JSON Schema.
     *
     * @throws dev.tenon.schema.SchemaException if the schema is invalid or not supported
     */
    public ToolBuilder<I, O, R> outputSchema(Json schema) {
        output = Schema.compile(schema);
        return this;
    }

    /** Sets hints about the effects of the tool. Clients must not trust them. */
    public ToolBuilder<I, O, R> annotations(ToolAnnotations annotations) {
        this.annotations = annotations;
        return this;
    }

    /** Sets the timeout of a call without progress. Default: {@link Limits#requestTimeout}. */
    public ToolBuilder<I, O, R> timeout(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    /**
     * Declares that the handler never blocks. It then runs on the thread that received the request, which avoids a
     * thread switch.
     */
    public ToolBuilder<I, O, R> nonBlocking() {
        this.blocking = false;
        return this;
    }

    /**
     * Completes the tool.
     *
     * @throws IllegalArgumentException if the input schema has no {@code "type": "object"} at its root, or has an
     *     invalid header annotation
     */
    @SuppressWarnings("unchecked") // the reader was set together with I
    public R handler(ToolHandler<? super I, ? extends O> handler) {
        Json outputSchema = output == null ? null : output.json();
        Tool tool = new Tool(name, input.json(), title, description, outputSchema, annotations, icons, meta);
        ToolParamHeaders headers = ToolParamHeaders.parse(tool.inputSchema());
        Function<Json, I> typedReader = (Function<Json, I>) reader;
        return onBuilt.apply(new ToolSpec(
                tool,
                input,
                output,
                headers,
                timeout,
                blocking,
                scopes,
                (arguments, call) -> handler.handle(typedReader.apply(arguments), call)));
    }
}
