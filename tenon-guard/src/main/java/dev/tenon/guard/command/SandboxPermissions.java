package dev.tenon.guard.command;

import java.nio.file.Path;
import java.util.List;

/**
 * What a program may reach.
 *
 * @param read absolute paths that it may read, beside what every program needs
 * @param write absolute paths that it may also write
 * @param network whether it may use the network
 */
public record SandboxPermissions(List<Path> read, List<Path> write, boolean network) {
    public SandboxPermissions {
        read = List.copyOf(read);
        write = List.copyOf(write);
    }
}
