package dev.tenon.http;

import dev.tenon.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a tool that are mirrored into {@code Mcp-Param-*} headers, as the {@code x-mcp-header} annotations
 * of its input schema say (Streamable HTTP, section "Custom Headers from Tool Parameters", 2026-07-28).
 *
 * @param headers the mirrored arguments in the order of the schema
 */
public record ToolParamHeaders(List<ToolParamHeader> headers) {
    /** A tool without mirrored arguments. */
    public static final ToolParamHeaders EMPTY = new ToolParamHeaders(List.of());

    /**
     * Reads the annotations of an input schema.
     *
     * @throws IllegalArgumentException when one of them breaks a rule; the message has every {@linkplain #findProblems
     *     problem}
     */
    public static ToolParamHeaders parse(Json inputSchema) {
        ToolParamHeaderScanner scan = ToolParamHeaderScanner.scan(inputSchema);
        if (!scan.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", scan.problems()));
        }
        return scan.params().isEmpty() ? EMPTY : new ToolParamHeaders(scan.params());
    }

    /**
     * What is wrong with the annotations of an input schema, each with its place; empty when they keep the rules. A
     * server refuses such a tool, a client leaves it out.
     */
    public static List<String> findProblems(Json inputSchema) {
        return ToolParamHeaderScanner.scan(inputSchema).problems();
    }

    /** Whether no parameter is to be sent in a header. */
    public boolean isEmpty() {
        return headers.isEmpty();
    }

    /**
     * Compares the headers of a request with its arguments.
     *
     * @param arguments the arguments of the call, or null when it has none
     * @return what differs, each with the header's name; empty when all agree. Any of it makes the request a header
     *     mismatch
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
     * The headers to send with these arguments, name to encoded value; none for an argument that is absent or null.
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
