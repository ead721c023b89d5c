package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.server.HttpBody;

/** The body of a POST that carries one message. */
abstract class MessageBody implements HttpBody {
    private final MessageReader reader;

    MessageBody(MessageReader reader) {
        this.reader = reader;
    }

    /** Answers that the body is refused. */
    abstract void refuse(int status, RpcError error);

    @Override
    public int maxBytes() {
        return reader.maxBytes();
    }

    @Override
    public void tooLarge() {
        refuse(HttpAnswers.TOO_LARGE, reader.tooLarge().error());
    }

    @Override
    public void noRoom() {
        refuse(
                HttpAnswers.BUSY,
                new RpcError(
                        ErrorCode.BUSY,
                        "Busy: the bodies of requests that are being received fill their bound (bodyBytes); try again later"));
    }
}
