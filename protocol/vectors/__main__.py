"""Write the test vectors anew."""

from protocol.vectors import FOLDER, render

for name, data in render().items():
    (FOLDER / name).write_bytes(data)
