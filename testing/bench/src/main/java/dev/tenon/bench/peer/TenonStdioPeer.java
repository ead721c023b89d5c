package dev.tenon.bench.peer;

/** Tenon on standard input and output. */
public final class TenonStdioPeer {
    private TenonStdioPeer() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws InterruptedException {
        TenonTools.builder().build().serveStdio();
    }
}
