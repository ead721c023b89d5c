package dev.tenon.client;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import org.jspecify.annotations.Nullable;

/** Handles requests and notifications of a server without converting them; see {@link RawClient}. */
public interface RawHandler {
    /**
     * Handles a request of the server. It runs on a thread that may block and is interrupted when the server cancels
     * the request. The timeouts of the calls that the request may belong to are paused meanwhile.
     *
     * @param params the params as received; they are valid for the method
     * @param codec the codec of the connection, which the result must match
     * @param owner the {@link RawCall#context} of the call during which the server sent the request, or null if unknown
     * @return the result
     * @throws dev.tenon.jsonrpc.RpcException to respond with that error
     * @throws Exception for any other failure, which the server sees as an internal error without details
     */
    Json handleRequest(Method<?, ?> method, Json params, ProtocolCodec codec, @Nullable Object owner) throws Exception;

    /**
     * Handles a notification. Progress notifications are delivered to their call instead. Notifications are delivered
     * one at a time.
     *
     * @param params the params as received; they are valid for the notification
     * @param codec the codec of the connection
     * @param owner the owner of the call or of the {@linkplain RawClient#subscribe subscription} to which the
     *     notification belongs, or null if unknown
     */
    void handleNotification(NotificationType<?> type, Json params, ProtocolCodec codec, @Nullable Object owner);

    /** Returns which protocol violations of the server are tolerated; by default none. */
    default LeniencyPolicy leniencyPolicy() {
        return LeniencyPolicy.NONE;
    }
}
