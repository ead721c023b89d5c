import org.jspecify.annotations.NullMarked;

/** The integration of MCP servers with Jakarta Servlet containers. */
@NullMarked
module dev.tenon.servlet {
    requires static com.google.errorprone.annotations;
    requires org.slf4j;
    requires transitive dev.tenon.server;
    requires transitive jakarta.servlet;

    exports dev.tenon.servlet;
}
