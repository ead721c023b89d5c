package dev.tenon.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An archive of the classes of a program, which makes it start faster; a run of the program creates it.
 *
 * @param jdk the JDK that creates and reads it
 * @param file its path
 */
record ClassArchive(JdkInstallation jdk, Path file) {
    /** The first JDK whose cache contains objects and profiles in addition to classes. */
    private static final int AOT_CACHE_SINCE = 25;

    static ClassArchive of(JdkInstallation jdk, String program) {
        return new ClassArchive(
                jdk,
                JavaCommands.buildDirectory("start-" + program + "-" + jdk.feature())
                        .toAbsolutePath());
    }

    /** Returns the options for the run that creates the archive when it ends. */
    List<String> creationOptions() {
        return List.of((jdk.feature() >= AOT_CACHE_SINCE ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + file);
    }

    /** Returns the options to start the program with the archive. */
    List<String> usageOptions() {
        return List.of((jdk.feature() >= AOT_CACHE_SINCE ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + file);
    }

    boolean exists() {
        return Files.exists(file);
    }
}
