package dev.tenon.oauth.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads a server-sent event stream as it arrives. */
final class EventStreamReader implements AutoCloseable {
    private static final String END = "end of the stream";

    private final HttpResponse<InputStream> response;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    EventStreamReader(HttpResponse<InputStream> response) {
        this.response = response;
        Thread reader = new Thread(this::read, "test-events");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // The test or the server closed the stream.
        }
        lines.add(END);
    }

    int status() {
        return response.statusCode();
    }

    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    /** Returns the value of the next line of this field. */
    String nextValue(String field) throws InterruptedException {
        while (true) {
            String line = lines.poll(20, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("No " + field + " came");
            }
            if (line.startsWith(field + ": ")) {
                return line.substring(field.length() + 2);
            }
        }
    }

    String nextData() throws InterruptedException {
        return nextValue("data");
    }

    /** Returns all data until the stream ends. */
    List<String> readRemainingData() throws InterruptedException {
        List<String> data = new ArrayList<>();
        while (true) {
            String line = lines.poll(20, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("The stream does not end");
            }
            if (line.equals(END)) {
                return data;
            }
            if (line.startsWith("data: ")) {
                data.add(line.substring(6));
            }
        }
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
