package dev.tenon.bench.peer;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The floor on standard input and output: reads a line, parses it into a tree, writes the response. */
public final class BareStdioServer {
    private BareStdioServer() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.write(BareResponses.echo(BareResponses.parse(line)));
            out.write('\n');
            // Responses to requests that have already arrived are written together.
            if (!in.ready()) {
                out.flush();
            }
        }
    }
}
