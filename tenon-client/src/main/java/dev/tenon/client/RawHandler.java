package dev.tenon.client;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import org.jspecify.annotations.Nullable;

/** Takes what a server says on its own, in the terms of the wire; see {@link RawClient}. */
public interface RawHandler {
    /**
     * Answers a question of the server, on a thread that may block and is interrupted when the server no longer waits.
     * The calls that the question may be for stand still meanwhile.
     *
     * @param params as they came; they fit the method
     * @param wire the wire they came on, which the answer has to fit
     * @param owner the {@link RawCall#context} of the call in whose course it is asked, or null where that is not known
     * @return the result
     * @throws dev.tenon.jsonrpc.RpcException to answer with that error
     * @throws Exception what else goes wrong; the server learns no more than that
     */
    Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec wire, @Nullable Object owner) throws Exception;

    /**
     * Takes a notification, but for progress, which goes to its call. They come one after the other, and wait while
     * this takes long.
     *
     * @param params as they came; they fit the notification
     * @param wire the wire they came on
     * @param owner the owner of the call or of the {@linkplain RawClient#subscribe stream} that it came with, or null
     *     where that is not known
     */
    void handleNotification(NotificationType<?> type, Json params, ProtocolCodec wire, @Nullable Object owner);

    /** What the server is let do though it is not exact; by default nothing. */
    default LeniencyPolicy leniencyPolicy() {
        return LeniencyPolicy.NONE;
    }
}
