package dev.tenon.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Classes that lie ready for a program, so that it starts faster: made by a run of it.
 *
 * @param jdk which JDK makes and reads it
 * @param file where it lies
 */
record ClassArchive(JdkInstallation jdk, Path file) {
    /** With this the cache is one of objects and profiles as well, not of classes alone. */
    private static final int CACHES_SINCE = 25;

    static ClassArchive of(JdkInstallation jdk, String program) {
        return new ClassArchive(
                jdk,
                JavaCommands.buildDirectory("start-" + program + "-" + jdk.feature())
                        .toAbsolutePath());
    }

    /** The options of the run that makes it, when it ends. */
    List<String> creationOptions() {
        return List.of((jdk.feature() >= CACHES_SINCE ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + file);
    }

    /** The options of a start with it. */
    List<String> usageOptions() {
        return List.of((jdk.feature() >= CACHES_SINCE ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + file);
    }

    boolean exists() {
        return Files.exists(file);
    }
}
