package dev.tenon.bench.peer;

/** Tenon on standard input and output. */
public final class TenonStdioServer {
    private TenonStdioServer() {}

    /** Serves until the standard input ends. */
    public static void main(String[] args) throws InterruptedException {
        Tools.builder().build().serveStdio();
    }
}
