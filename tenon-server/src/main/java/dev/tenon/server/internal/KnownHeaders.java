package dev.tenon.server.internal;

import dev.tenon.http.HeaderParams;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which headers repeat arguments of the tools behind a relay, read once from each schema and not for each call. */
final class KnownHeaders {
    private static final int MOST = 1000;

    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(Json schema, HeaderParams headers) {}

    /** Those of a tool as it is defined now; none of one that cannot have such headers. */
    @SuppressWarnings("ReferenceEquality") // another object may be another schema, and is read anew
    HeaderParams of(Tool tool) {
        Json schema = tool.inputSchema();
        Known before = known.get(tool.name());
        if (before != null && before.schema == schema) {
            return before.headers;
        }
        HeaderParams headers = HeaderParams.problems(schema).isEmpty() ? HeaderParams.of(schema) : HeaderParams.NONE;
        if (known.size() >= MOST) {
            known.clear();
        }
        known.put(tool.name(), new Known(schema, headers));
        return headers;
    }
}
