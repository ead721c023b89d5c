package dev.tenon.oauth.client.internal.login;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Sends the page that the browser shows after the redirect: fixed text, without any part of the request. A failure to
 * send it does not affect the login.
 */
final class LoopbackPageWriter {
    /** The time limit for reading the rest of a request, in milliseconds. */
    private static final long MAX_DRAIN_MILLIS = 200;

    private LoopbackPageWriter() {}

    static void sendResult(Socket socket, boolean isSuccess) {
        String message = isSuccess
                ? "The login succeeded. You can close this page and return to the program."
                : "The login failed. The program shows the reason. You can close this page.";
        sendPage(socket, isSuccess ? "200 OK" : "400 Bad Request", message);
    }

    static void sendNotFound(Socket socket) {
        sendPage(socket, "404 Not Found", "Not found.");
    }

    private static void sendPage(Socket socket, String status, String message) {
        byte[] page = ("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Login</title><p>" + message
                        + "</p></html>")
                .getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\n"
                + "Content-Type: text/html; charset=utf-8\r\n"
                + "Content-Length: " + page.length + "\r\n"
                + "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
                + "Referrer-Policy: no-referrer\r\n"
                + "Cache-Control: no-store\r\n"
                + "X-Content-Type-Options: nosniff\r\n"
                + "Connection: close\r\n\r\n";
        try {
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(page);
            out.flush();
            socket.shutdownOutput();
            drainRequest(socket);
        } catch (IOException e) {
            // The browser closed the connection, or keeps it open.
        }
    }

    /** Reads the rest of the request, because closing a socket with unread data resets it and discards the page. */
    private static void drainRequest(Socket socket) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_DRAIN_MILLIS);
        byte[] unused = new byte[8 << 10];
        for (long left = MAX_DRAIN_MILLIS;
                left > 0;
                left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())) {
            socket.setSoTimeout((int) left);
            if (socket.getInputStream().read(unused) < 0) {
                return;
            }
        }
    }
}
