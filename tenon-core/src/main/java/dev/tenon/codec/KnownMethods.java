package dev.tenon.codec;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.util.stream.Stream;

/** Which methods there are, in whatever revision. */
public final class KnownMethods {
    private KnownMethods() {}

    /** Returns whether a client may send a request of that name in some revision. */
    public static boolean isClientRequest(String name) {
        return Stream.of(Revision.values())
                .anyMatch(revision -> ProtocolCodec.of(revision, null).findClientMethod(name) != null);
    }

    /** Whether a method or notification may have that name, even if no revision has it. */
    public static boolean isValidName(String name) {
        return !name.isBlank();
    }

    /** The error for a method that does not exist where it was sent. */
    public static RpcError methodNotFoundError(String method) {
        return new RpcError(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + Excerpts.quote(method));
    }
}
