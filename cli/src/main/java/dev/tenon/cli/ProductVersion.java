package dev.tenon.cli;

/** Provides the version of Tenon. */
final class ProductVersion {
    private ProductVersion() {}

    /** Returns the version in the manifest of the jar, or {@code unpackaged}. */
    static String current() {
        String version = ProductVersion.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
