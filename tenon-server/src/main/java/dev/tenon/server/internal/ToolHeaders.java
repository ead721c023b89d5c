package dev.tenon.server.internal;

import dev.tenon.http.HeaderParams;
import dev.tenon.http.Headers;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.jsonrpc.Tolerance;
import java.util.List;

/** The headers that repeat arguments of a tool, compared with the body (2026-07-28, Streamable HTTP, Server Validation). */
final class ToolHeaders {
    private ToolHeaders() {}

    /** Whether the request came in a way that has such headers. */
    static boolean areExpected(ActiveCall call) {
        return call.scope().headers() != null && call.revision().isStateless();
    }

    /**
     * Compares them.
     *
     * @throws RpcException -32020 when they contradict the body, unless the tolerance lets that pass
     */
    static void check(HeaderParams expected, Json arguments, ActiveCall call, Tolerance tolerance) {
        Headers headers = call.scope().headers();
        if (headers == null || !areExpected(call)) {
            return;
        }
        List<String> problems = expected.check(headers, arguments);
        if (!problems.isEmpty() && !tolerance.lets(Tolerance.Check.HEADERS, problems.get(0))) {
            throw new RpcException(ErrorCode.HEADER_MISMATCH, problems.get(0));
        }
    }
}
