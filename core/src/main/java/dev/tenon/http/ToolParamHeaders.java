package dev.tenon.http;

import dev.tenon.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tool arguments that are mirrored into {@code Mcp-Param-*} headers, as declared by the {@code x-mcp-header}
 * annotations of the input schema (Streamable HTTP, section "Custom Headers from Tool Parameters", 2026-07-28).
 *
 * @param headers the mirrored arguments in the order of the schema
 */
public record ToolParamHeaders(List<ToolParamHeader> headers) {
    /** No mirrored arguments. */
    public static final ToolParamHeaders EMPTY = new ToolParamHeaders(List.of());

    /**
     * Parses the annotations of an input schema.
     *
     * @throws IllegalArgumentException when an annotation violates a rule; the message lists all {@linkplain
     *     #findProblems problems}
     */
    public static ToolParamHeaders parse(Json inputSchema) {
        ToolParamHeaderScanner scanner = ToolParamHeaderScanner.scan(inputSchema);
        if (!scanner.problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", scanner.problems));
        }
        return scanner.params.isEmpty() ? EMPTY : new ToolParamHeaders(List.copyOf(scanner.params));
    }

    /**
     * Returns the problems of the annotations of an input schema, each with its place; empty when all are valid. A
     * server rejects a tool with problems, a client ignores it.
     */
    public static List<String> findProblems(Json inputSchema) {
        return List.copyOf(ToolParamHeaderScanner.scan(inputSchema).problems);
    }

    /** Returns whether no argument is mirrored. */
    public boolean isEmpty() {
        return headers.isEmpty();
    }

    /**
     * Compares the headers of a request with its arguments.
     *
     * @param arguments the arguments of the call; null without any
     * @return the differences, each with the name of the header; empty when all agree. A request with differences is
     *     rejected as a header mismatch
     */
    public List<String> findMismatches(HeaderFields headers, @Nullable Json arguments) {
        if (this.headers.isEmpty()) {
            return List.of();
        }
        return this.headers.stream()
                .map(p -> p.findMismatch(headers, arguments))
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Returns the headers to send with these arguments, from name to encoded value; absent and null arguments have no
     * header.
     *
     * @throws IllegalArgumentException when an integer is outside -(2^53-1) to 2^53-1
     */
    public Map<String, String> toHeaders(@Nullable Json arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (ToolParamHeader param : headers) {
            Json value = param.findValue(arguments);
            String text = value == null ? null : param.toHeaderText(value);
            if (text != null) {
                values.put(param.headerName(), HeaderValueCodec.encode(text));
            }
        }
        return values;
    }
}
