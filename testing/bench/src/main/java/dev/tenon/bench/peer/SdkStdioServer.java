package dev.tenon.bench.peer;

/** The official Java SDK on standard input and output. */
public final class SdkStdioServer {
    private SdkStdioServer() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) {
        SdkServers.startStdio();
    }
}
