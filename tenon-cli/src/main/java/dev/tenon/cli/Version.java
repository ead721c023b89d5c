package dev.tenon.cli;

/** Which version of Tenon this is. */
final class Version {
    private Version() {}

    /** As the jar's manifest has it. */
    static String get() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
