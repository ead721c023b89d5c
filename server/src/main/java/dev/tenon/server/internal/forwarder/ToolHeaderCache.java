package dev.tenon.server.internal.forwarder;

import dev.tenon.http.ToolParamHeaders;
import dev.tenon.json.Json;
import dev.tenon.model.Tool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Caches which headers repeat arguments of the upstream tools, parsed once for each schema and not for each call. */
public final class ToolHeaderCache {
    private static final int MAX_TOOLS = 1000;

    private final Map<String, CachedHeaderParams> byTool = new ConcurrentHashMap<>();

    private record CachedHeaderParams(Json schema, ToolParamHeaders headers) {}

    /** Returns the headers of a tool for its current definition; none if its header annotations are invalid. */
    @SuppressWarnings("ReferenceEquality") // a different instance can be a different schema and is parsed again
    ToolParamHeaders get(Tool tool) {
        Json schema = tool.inputSchema();
        CachedHeaderParams cached = byTool.get(tool.name());
        if (cached != null && cached.schema == schema) {
            return cached.headers;
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
