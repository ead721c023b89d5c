package dev.tenon.guard.internal.error;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The "Resource not found" error, whose code depends on the revision. */
public final class ResourceNotFoundErrors {
    /** The code before revision 2026-07-28. */
    static final int LEGACY_CODE = -32002;

    private ResourceNotFoundErrors() {}

    /** Returns whether an error means that a resource does not exist. */
    public static boolean matches(int code, @Nullable Json data) {
        return code == LEGACY_CODE || code == ErrorCode.INVALID_PARAMS && data != null && data.get("uri") != null;
    }

    /** Returns the error of a revision. */
    public static RpcError create(Revision revision, @Nullable Json uri) {
        int code = revision.isStateless() ? ErrorCode.INVALID_PARAMS : LEGACY_CODE;
        return new RpcError(code, "Resource not found").withData(Map.of("uri", Json.of(uri)));
    }
}
