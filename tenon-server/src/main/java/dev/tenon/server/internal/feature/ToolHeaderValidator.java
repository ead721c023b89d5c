package dev.tenon.server.internal.feature;

import dev.tenon.http.HeaderFields;
import dev.tenon.http.ToolParamHeaders;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.List;

/**
 * The headers that repeat arguments of a tool, compared with the body (2026-07-28, Streamable HTTP, Server Validation).
 */
public final class ToolHeaderValidator {
    private ToolHeaderValidator() {}

    /** Whether the request came in a way that has such headers. */
    public static boolean isApplicable(ActiveCall call) {
        return call.context().headers() != null && call.revision().isStateless();
    }

    /**
     * Compares them.
     *
     * @throws RpcException -32020 when they contradict the body, unless the tolerance lets that pass
     */
    public static void validate(ToolParamHeaders expected, Json arguments, ActiveCall call, LeniencyPolicy tolerance) {
        HeaderFields headers = call.context().headers();
        if (headers == null || !isApplicable(call)) {
            return;
        }
        List<String> problems = expected.findMismatches(headers, arguments);
        if (!problems.isEmpty() && !tolerance.allows(LeniencyPolicy.ProtocolCheck.HEADERS, problems.get(0))) {
            throw new RpcException(ErrorCode.HEADER_MISMATCH, problems.get(0));
        }
    }
}
