package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The error that says that there is no such resource, which has different codes in different revisions. */
public final class NotFound {
    /** Before 2026-07-28. */
    static final int CODE_ONCE = -32002;

    private NotFound() {}

    /** Whether an error says that. */
    public static boolean isSaidBy(int code, @Nullable Json data) {
        return code == CODE_ONCE || code == ErrorCode.INVALID_PARAMS && data != null && data.get("uri") != null;
    }

    /** The error in a revision. */
    public static RpcError error(Revision revision, @Nullable Json uri) {
        int code = revision.isStateless() ? ErrorCode.INVALID_PARAMS : CODE_ONCE;
        return new RpcError(code, "Resource not found").withData(Map.of("uri", Json.of(uri)));
    }
}
