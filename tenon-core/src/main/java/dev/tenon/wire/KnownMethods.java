package dev.tenon.wire;

import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Revision;
import java.util.stream.Stream;

/** Which methods there are, in whatever revision. */
public final class KnownMethods {
    private KnownMethods() {}

    /** Returns whether a client may send a request of that name in some revision. */
    public static boolean isRequestOfClient(String name) {
        return Stream.of(Revision.values())
                .anyMatch(revision -> Wire.of(revision, null).clientMethod(name) != null);
    }

    /** Whether a method or notification may have that name, even if no revision has it. */
    public static boolean isName(String name) {
        return !name.isBlank();
    }

    /** The error for a method that does not exist where it was sent. */
    public static RpcError notFound(String method) {
        return new RpcError(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + Quote.shortened(method));
    }
}
