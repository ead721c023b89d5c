package dev.tenon.server.internal.forwarder;

import dev.tenon.http.ToolParamHeaders;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which headers repeat arguments of the tools behind a relay, read once from each schema and not for each call. */
public final class ToolHeaderCache {
    private static final int MAX_TOOLS = 1000;

    private final Map<String, CachedHeaderParams> byTool = new ConcurrentHashMap<>();

    private record CachedHeaderParams(Json schema, ToolParamHeaders headers) {}

    /** Those of a tool as it is defined now; none of one that cannot have such headers. */
    @SuppressWarnings("ReferenceEquality") // another object may be another schema, and is read anew
    ToolParamHeaders get(Tool tool) {
        Json schema = tool.inputSchema();
        CachedHeaderParams before = byTool.get(tool.name());
        if (before != null && before.schema == schema) {
            return before.headers;
        }
        ToolParamHeaders headers = ToolParamHeaders.findProblems(schema).isEmpty()
                ? ToolParamHeaders.parse(schema)
                : ToolParamHeaders.EMPTY;
        if (byTool.size() >= MAX_TOOLS) {
            byTool.clear();
        }
        byTool.put(tool.name(), new CachedHeaderParams(schema, headers));
        return headers;
    }
}
