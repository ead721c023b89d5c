package dev.tenon.server.internal.http;

import dev.tenon.http.HeaderFields;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HeaderValueCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.model.Methods;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares the headers of 2026-07-28 that repeat values of the body with the body (basic/transports/streamable-http,
 * Server Validation). Values are case-sensitive, names are not.
 */
final class MirroredHeaderValidator {
    /** The member of the params that {@code Mcp-Name} repeats. */
    private static final Map<String, String> NAME_MEMBERS = Map.of(
            Methods.CALL_TOOL.name(), "name",
            Methods.GET_PROMPT.name(), "name",
            Methods.READ_RESOURCE.name(), "uri");

    private MirroredHeaderValidator() {}

    static Optional<String> findMismatch(Request request, HeaderFields headers) {
        Optional<String> method = compareHeader(headers, HeaderNames.METHOD, String::strip, request.method(), "method");
        if (method.isPresent()) {
            return method;
        }
        String member = NAME_MEMBERS.get(request.method());
        Json named = member == null || request.params() == null
                ? null
                : request.params().get(member);
        String value = named == null ? null : named.string();
        // A missing member, or one that is not a string, is reported by the validation of the params.
        return value == null
                ? Optional.empty()
                : compareHeader(headers, HeaderNames.NAME, HeaderValueCodec::decode, value, "params." + member);
    }

    private static Optional<String> compareHeader(
            HeaderFields headers, String header, Function<String, @Nullable String> decoder, String body, String name) {
        List<String> values = headers.allValues(header);
        if (values.isEmpty()) {
            return Optional.of(header + ": header required");
        }
        if (values.size() > 1) {
            return Optional.of(header + ": header given more than once");
        }
        String value = decoder.apply(values.get(0));
        if (value == null) {
            return Optional.of(header + ": header cannot be decoded");
        }
        return value.equals(body)
                ? Optional.empty()
                : Optional.of(header + ": header says " + Excerpts.quote(value) + ", " + name + " says "
                        + Excerpts.quote(body));
    }
}
