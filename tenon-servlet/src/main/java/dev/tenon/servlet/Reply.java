package dev.tenon.servlet;

import dev.tenon.server.HttpReply;
import dev.tenon.server.HttpStream;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;

/** The answer to a request, whole or as a stream. */
final class Reply implements HttpReply, HttpStream {
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    private final HttpServletResponse response;
    private final Exchange exchange;
    private final Output output;

    Reply(HttpServletResponse response, Exchange exchange, Output output) {
        this.response = response;
        this.exchange = exchange;
        this.output = output;
    }

    @Override
    public void send(int status, Map<String, String> headers, byte[] body) {
        exchange.step(() -> {
            head(status, headers);
            if (status != NO_CONTENT) {
                response.setContentLength(body.length);
            }
            return true;
        });
        output.write(body, () -> {});
        output.end();
    }

    @Override
    public HttpStream open(Map<String, String> headers) {
        exchange.step(() -> {
            head(OK, headers);
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
        output.end();
    }

    @Override
    public void abort() {
        exchange.cut();
    }
}
