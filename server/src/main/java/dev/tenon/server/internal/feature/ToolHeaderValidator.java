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
 * Compares the headers that repeat arguments of a tool with the body (2026-07-28, Streamable HTTP, Server Validation).
 */
public final class ToolHeaderValidator {
    private ToolHeaderValidator() {}

    /** Returns whether the transport and revision of the request have such headers. */
    public static boolean isApplicable(ActiveCall call) {
        return call.context().headers() != null && call.revision().isStateless();
    }

    /**
     * Validates the headers.
     *
     * @throws RpcException -32020 if they differ from the body, unless the leniency policy allows it
     */
    public static void validate(ToolParamHeaders expected, Json arguments, ActiveCall call, LeniencyPolicy leniency) {
        HeaderFields headers = call.context().headers();
        if (headers == null || !isApplicable(call)) {
            return;
        }
        List<String> mismatches = expected.findMismatches(headers, arguments);
        if (!mismatches.isEmpty() && !leniency.allows(LeniencyPolicy.ProtocolCheck.HEADERS, mismatches.get(0))) {
            throw new RpcException(ErrorCode.HEADER_MISMATCH, mismatches.get(0));
        }
    }
}
