package dev.tenon.guard.command;

import java.nio.file.Path;
import java.util.List;

/**
 * What a program may access in its sandbox.
 *
 * @param read absolute paths that the program may read, in addition to what every program needs
 * @param write absolute paths that the program may also write
 * @param network whether the program may use the network
 */
public record SandboxSettings(List<Path> read, List<Path> write, boolean network) {
    public SandboxSettings {
        read = List.copyOf(read);
        write = List.copyOf(write);
    }
}
