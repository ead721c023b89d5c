package dev.tenon.http;

import dev.tenon.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a tool that are mirrored into {@code Mcp-Param-*} headers, as the {@code x-mcp-header} annotations of its
 * input schema say (Streamable HTTP, section "Custom Headers from Tool Parameters", 2026-07-28).
 *
 * @param list the mirrored arguments in the order of the schema
 */
public record HeaderParams(List<HeaderParam> list) {
    /** A tool without mirrored arguments. */
    public static final HeaderParams NONE = new HeaderParams(List.of());

    /**
     * Reads the annotations of an input schema.
     *
     * @throws IllegalArgumentException when one of them breaks a rule; the message has every {@linkplain #problems problem}
     */
    public static HeaderParams of(Json inputSchema) {
        HeaderParamScan scan = HeaderParamScan.of(inputSchema);
        if (!scan.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", scan.problems()));
        }
        return scan.params().isEmpty() ? NONE : new HeaderParams(scan.params());
    }

    /**
     * What is wrong with the annotations of an input schema, each with its place; empty when they keep the rules. A server
     * refuses such a tool, a client leaves it out.
     */
    public static List<String> problems(Json inputSchema) {
        return HeaderParamScan.of(inputSchema).problems();
    }

    /** Whether no parameter is to be sent in a header. */
    public boolean isEmpty() {
        return list.isEmpty();
    }

    /**
     * Compares the headers of a request with its arguments.
     *
     * @param arguments the arguments of the call, or null when it has none
     * @return what differs, each with the header's name; empty when all agree. Any of it makes the request a header mismatch
     */
    public List<String> check(Headers headers, @Nullable Json arguments) {
        if (list.isEmpty()) {
            return List.of();
        }
        return list.stream()
                .map(p -> p.problem(headers, arguments))
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * The headers to send with these arguments, name to encoded value; none for an argument that is absent or null.
     *
     * @throws IllegalArgumentException when an integer is outside -(2^53-1) to 2^53-1
     */
    public Map<String, String> values(@Nullable Json arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (HeaderParam param : list) {
            Json value = param.in(arguments);
            String text = value == null ? null : param.text(value);
            if (text != null) {
                values.put(param.headerName(), HeaderValue.encode(text));
            }
        }
        return values;
    }
}
