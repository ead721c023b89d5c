package dev.tenon.codec;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.util.stream.Stream;

/** Knows the method names of all revisions. */
public final class KnownMethods {
    private KnownMethods() {}

    /** Returns whether a client may send a request of that name in some revision. */
    public static boolean isClientRequest(String name) {
        return Stream.of(Revision.values())
                .anyMatch(revision -> ProtocolCodec.of(revision, null).findClientMethod(name) != null);
    }

    /** Returns whether a method or notification may have that name, even if no revision defines it. */
    public static boolean isValidName(String name) {
        return !name.isBlank();
    }

    /** Returns the error for a request whose method does not exist for its receiver. */
    public static RpcError methodNotFoundError(String method) {
        return new RpcError(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + Excerpts.quote(method));
    }
}
