package dev.tenon.servlet;

import dev.tenon.http.StatusTable;
import dev.tenon.server.HttpReply;
import dev.tenon.server.HttpStream;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The answer to a request, whole or as a stream. */
final class Reply implements HttpReply, HttpStream {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.servlet");
    private static final int NO_CONTENT = 204;
    private static final int INTERNAL = 500;

    private final HttpServletResponse response;
    private final Exchange exchange;
    private final Output output;
    private final AtomicBoolean begun = new AtomicBoolean();

    Reply(HttpServletResponse response, Exchange exchange) {
        this.response = response;
        this.exchange = exchange;
        this.output = exchange.output();
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        exchange.step(() -> {
            head(status, headers);
            if (status != NO_CONTENT) {
                response.setContentLength(body.length);
            }
            return true;
        });
        output.write(body, () -> {});
        end();
    }

    /** Something has failed that must not: the client learns that, and nothing else. */
    void failed(Throwable failure) {
        LOG.error("A request failed", failure);
        send(INTERNAL, Map.of(), new byte[0]);
    }

    @Override
    public HttpStream open(Map<String, String> headers) {
        if (!begun.compareAndSet(false, true)) {
            throw new IllegalStateException("A request is answered once");
        }
        exchange.step(() -> {
            head(StatusTable.OK, headers);
            return true;
        });
        output.start();
        return this;
    }

    private void head(int status, Map<String, String> headers) {
        response.setStatus(status);
        headers.forEach(response::setHeader);
    }

    @Override
    public void onClosed(Runnable action) {
        exchange.whenLost(action);
    }

    @Override
    public void write(byte[] bytes, Runnable written) {
        output.write(bytes, written);
    }

    @Override
    public void end() {
        exchange.answered();
        output.end();
    }

    @Override
    public void abort() {
        exchange.cut(INTERNAL);
    }
}
